package io.deltawire.flink.internal;

import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.types.RowKind;

/**
 * Reads rows of a type from tokens. A reader for each type inside it is made once.
 *
 * <p>It has no state, but belongs to one thread as its reader does.
 */
final class RowReader<T> {
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final RowType type;
    private final RowValues<T> rows;
    private final Shape shape;
    private final ValueReader[] readers;

    /** Reads a value that is not null. */
    private interface ValueReader {
        Object read(WireIn in);
    }

    /** @throws IllegalArgumentException if the row has a type that is not supported */
    RowReader(RowType type, RowValues<T> rows) {
        this.type = type;
        this.rows = rows;
        this.shape = Shape.of(null, type.getFieldNames());
        this.readers = type.getChildren().stream().map(this::reader).toArray(ValueReader[]::new);
    }

    static IllegalArgumentException unsupported(LogicalType type) {
        return new IllegalArgumentException(
                "a row cannot have the type " + type.asSummaryString()
                        + "; it can have texts, numbers, booleans, bytes, DATE, TIME(3), TIMESTAMP, TIMESTAMP_LTZ, ARRAY, MAP and ROW");
    }

    static boolean isText(LogicalType type) {
        return type.getTypeRoot() == LogicalTypeRoot.VARCHAR || type.getTypeRoot() == LogicalTypeRoot.CHAR;
    }

    /** Reads the row that is the current message. */
    T readMessage(WireIn in, RowKind kind) {
        if (in.peek() != WireToken.BEGIN_OBJECT) {
            throw new WireDataException(
                    in.formatName(), "expected an object for a row but was " + in.peek(), in.location());
        }
        return read(in, kind);
    }

    private T read(WireIn in, RowKind kind) {
        Object[] fields = new Object[readers.length];
        in.beginObject();
        for (int i; (i = in.nextField(shape)) != WireIn.END; ) {
            if (i != WireIn.UNKNOWN) {
                fields[i] = readField(in, i);
            } else if (in.peek() == WireToken.KEY) {
                in.key();
                in.skipValue();
                in.skipValue();
            } else {
                in.fieldName();
                in.skipValue();
            }
        }
        in.endObject();
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] == null && !type.getTypeAt(i).isNullable()) {
                throw new WireDataException(
                        in.formatName(),
                        "expected the field " + shape.name(i) + " of the type " + typeAt(i) + " but the row has none",
                        in.location());
            }
        }
        return rows.row(kind, type, fields);
    }

    private String typeAt(int field) {
        return type.getTypeAt(field).asSummaryString();
    }

    private Object readField(WireIn in, int field) {
        try {
            return readOrNull(in, readers[field]);
        } catch (ArithmeticException e) {
            throw new WireDataException(
                    in.formatName(),
                    "expected a value of " + typeAt(field) + " in the field " + shape.name(field) + " but was "
                            + e.getMessage(),
                    in.location(),
                    e);
        } catch (WireDataException e) {
            throw e.withPath(shape.name(field));
        }
    }

    private static Object readOrNull(WireIn in, ValueReader reader) {
        if (in.isNull()) {
            in.nullValue();
            return null;
        }
        return reader.read(in);
    }

    private ValueReader reader(LogicalType of) {
        return switch (of.getTypeRoot()) {
            case CHAR, VARCHAR -> in -> rows.ofText(in.text());
            case BOOLEAN -> WireIn::bool;
            case BINARY, VARBINARY -> WireIn::bytes;
            case TINYINT -> in -> (byte) integer(in, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> in -> (short) integer(in, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> in -> (int) integer(in, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> WireIn::int64;
            case FLOAT -> RowReader::float32;
            case DOUBLE -> WireIn::float64;
            case DECIMAL -> decimalReader((DecimalType) of);
            case DATE -> in -> rows.ofDate(temporal(in, LocalDate.class));
            case TIME_WITHOUT_TIME_ZONE -> in -> rows.ofTime(wholeMillis(temporal(in, LocalTime.class)));
            case TIMESTAMP_WITHOUT_TIME_ZONE -> {
                int precision = ((TimestampType) of).getPrecision();
                yield in -> {
                    LocalDateTime timestamp = temporal(in, LocalDateTime.class);
                    requirePrecision(timestamp, precision);
                    return rows.ofTimestamp(timestamp);
                };
            }
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                int precision = ((LocalZonedTimestampType) of).getPrecision();
                yield in -> {
                    Instant instant = instant(in.temporal());
                    requirePrecision(instant, precision);
                    return rows.ofInstant(instant);
                };
            }
            case ARRAY -> listReader(((ArrayType) of).getElementType());
            case MAP -> mapReader((MapType) of);
            case ROW -> {
                RowReader<T> inner = new RowReader<>((RowType) of, rows);
                yield in -> inner.read(in, RowKind.INSERT);
            }
            default -> throw unsupported(of);
        };
    }

    private static long integer(WireIn in, long min, long max) {
        long value = in.int64();
        if (value < min || value > max) {
            throw new ArithmeticException(Long.toString(value));
        }
        return value;
    }

    private static float float32(WireIn in) {
        double value = in.float64();
        float nearest = (float) value;
        if (Float.isInfinite(nearest) && !Double.isInfinite(value)) {
            throw new ArithmeticException(Double.toString(value));
        }
        return nearest;
    }

    private ValueReader decimalReader(DecimalType type) {
        int precision = type.getPrecision();
        int scale = type.getScale();
        return in -> {
            BigDecimal number = decimal(in);
            BigDecimal scaled;
            try {
                scaled = number.setScale(scale, RoundingMode.UNNECESSARY);
            } catch (ArithmeticException e) {
                throw outOf(number, e);
            }
            if (scaled.precision() > precision) {
                throw outOf(number, null);
            }
            return rows.ofDecimal(scaled, precision, scale);
        };
    }

    private static ArithmeticException outOf(BigDecimal number, ArithmeticException cause) {
        ArithmeticException e = new ArithmeticException(number.toString());
        if (cause != null) {
            e.initCause(cause);
        }
        return e;
    }

    private static BigDecimal decimal(WireIn in) {
        if (in.peek() != WireToken.FLOAT64) {
            return in.decimal();
        }
        double value = in.float64();
        if (!Double.isFinite(value)) {
            throw new ArithmeticException(Double.toString(value));
        }
        return BigDecimal.valueOf(value); // the shortest decimal of the double, not all of its binary digits
    }

    private static <V extends Temporal> V temporal(WireIn in, Class<V> type) {
        Temporal value = in.temporal();
        if (!type.isInstance(value)) {
            throw new ArithmeticException(value.toString());
        }
        return type.cast(value);
    }

    private static Instant instant(Temporal value) {
        if (value instanceof Instant instant) {
            return instant;
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        }
        if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        }
        throw new ArithmeticException(value.toString());
    }

    private static LocalTime wholeMillis(LocalTime time) {
        if (time.getNano() % NANOS_PER_MILLI != 0) {
            throw new ArithmeticException(time.toString());
        }
        return time;
    }

    private static void requirePrecision(Temporal value, int precision) {
        int unit = 1;
        for (int i = precision; i < 9; i++) {
            unit *= 10;
        }
        if (value.get(ChronoField.NANO_OF_SECOND) % unit != 0) {
            throw new ArithmeticException(value.toString());
        }
    }

    private ValueReader listReader(LogicalType itemType) {
        ValueReader item = reader(itemType);
        return in -> {
            List<Object> items = new ArrayList<>();
            in.beginList();
            while (in.hasNext()) {
                items.add(required(in, itemType, readOrNull(in, item)));
            }
            in.endList();
            return rows.ofList(itemType, items);
        };
    }

    private ValueReader mapReader(MapType type) {
        ValueReader key = reader(type.getKeyType());
        ValueReader value = reader(type.getValueType());
        boolean hasNames = isText(type.getKeyType());
        return in -> {
            Map<Object, Object> entries = new LinkedHashMap<>();
            in.beginObject();
            while (in.hasNext()) {
                Object name;
                if (in.peek() == WireToken.KEY) {
                    in.key();
                    name = required(in, type.getKeyType(), readOrNull(in, key));
                } else if (hasNames) {
                    name = rows.ofText(in.fieldName());
                } else {
                    throw new ArithmeticException("a map with the key " + in.fieldName());
                }
                entries.put(name, required(in, type.getValueType(), readOrNull(in, value)));
            }
            in.endObject();
            return rows.ofMap(entries);
        };
    }

    private static Object required(WireIn in, LogicalType type, Object value) {
        if (value == null && !type.isNullable()) {
            throw new WireDataException(
                    in.formatName(), "expected a value of " + type.asSummaryString() + " but was null", in.location());
        }
        return value;
    }
}
