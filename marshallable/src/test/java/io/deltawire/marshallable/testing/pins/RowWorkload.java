package io.deltawire.marshallable.testing.pins;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Flat rows of one shape given directly to a {@link WireOut}, by ordinals and by names, with every kind of scalar and
 * with comments: what every format holds, tables among them.
 */
final class RowWorkload implements Workload {
    private enum Column {
        BOOL,
        INT64,
        FLOAT64,
        UNTYPED_FLOAT64,
        FLOAT32,
        DECIMAL,
        TEXT,
        UUID,
        BYTES,
        INSTANT,
        DATE
    }

    private enum Style {
        BY_ORDINAL,
        BY_NAME,
        EVENT,
        TYPED_EVENT
    }

    /** The rows of one seed. Each row belongs to some key and differs from that key's last row in some cells. */
    private static final class Rows {
        private final Dice dice;
        private final Style style;
        private final boolean hasKeys;
        private final boolean hasComments;
        private final List<Column> columns = new ArrayList<>();
        private final Shape shape;
        private final List<Object[]> byKey = new ArrayList<>();
        private int key;
        private Object[] row;

        Rows(long seed, boolean areEvents) {
            dice = new Dice(seed);
            style = areEvents ? Style.EVENT : dice.oneOf(List.of(Style.values()));
            hasKeys = dice.oneIn(2);
            hasComments = dice.oneIn(3);
            for (int i = 1 + dice.below(dice.oneIn(5) ? 90 : 14); i > 0; i--) {
                columns.add(dice.oneOf(List.of(Column.values())));
            }
            shape = Shape.of(
                    "Row",
                    IntStream.range(0, columns.size())
                            .mapToObj(i -> "c" + i + "_" + columns.get(i).name().toLowerCase(java.util.Locale.ROOT))
                            .toList());
            int keys = hasKeys ? 1 << dice.below(8) : 1;
            for (int i = 0; i < keys; i++) {
                byKey.add(columns.stream().map(RowWorkload::first).toArray());
            }
        }

        void advance() {
            key = dice.oneIn(3) ? dice.below(byKey.size()) : dice.below(1 + byKey.size() / 4);
            row = byKey.get(key);
            int changes = dice.oneIn(20) ? row.length : dice.below(4);
            for (int i = 0; i < changes; i++) {
                int column = dice.below(row.length);
                row[column] = change(columns.get(column), row[column]);
            }
            // Clocks and counters move with every row.
            if (columns.get(0) == Column.INT64 && row[0] instanceof Long count) {
                row[0] = count + 1;
            }
        }

        private Object change(Column column, Object value) {
            if (dice.oneIn(25)) {
                return null;
            }
            Object from = value == null ? first(column) : value;
            return switch (column) {
                case BOOL -> !(boolean) from;
                case INT64 -> dice.move((long) from, 5);
                case FLOAT64, UNTYPED_FLOAT64 -> dice.price((double) from);
                case FLOAT32 -> dice.rate((float) from);
                case DECIMAL -> dice.decimal((BigDecimal) from);
                case TEXT -> dice.text();
                case UUID -> dice.uuid();
                case BYTES -> dice.bytes(dice.below(20));
                case INSTANT -> dice.instant((Instant) from);
                case DATE -> dice.date();
            };
        }

        void write(WireOut out) {
            out.beginMessage();
            if (hasKeys) {
                byte[] bytes = dice.keyOf(key);
                out.recordKey(bytes, 0, bytes.length);
            }
            boolean isEvent = style == Style.EVENT || style == Style.TYPED_EVENT;
            if (isEvent) {
                out.beginObject();
                if (style == Style.EVENT) {
                    out.event("row");
                } else {
                    out.typedEvent("row");
                }
                out.type("Row");
            }
            if (style == Style.BY_NAME) {
                out.beginObject();
            } else {
                out.beginObject(shape);
            }
            for (int i = 0; i < row.length; i++) {
                if (hasComments && (key + i) % 7 == 0) {
                    out.comment("column " + i);
                }
                if (style == Style.BY_NAME) {
                    out.field(shape.name(i));
                } else {
                    out.field(i);
                }
                writeCell(out, columns.get(i), row[i]);
            }
            out.endObject();
            if (isEvent) {
                out.endObject();
            }
            out.endMessage();
        }

        void check(WireIn in, String what) {
            assertTrue(in.nextMessage(), what);
            boolean isEvent = style == Style.EVENT || style == Style.TYPED_EVENT;
            if (isEvent) {
                in.beginObject();
                assertEquals("row", in.fieldName(), what);
                assertEquals("Row", in.typeName(), what);
            }
            in.beginObject();
            for (int i = 0; i < row.length; i++) {
                assertEquals(i, in.nextField(shape), what);
                checkCell(in, columns.get(i), row[i], what + ", " + shape.name(i));
            }
            assertEquals(WireIn.END, in.nextField(shape), what);
            in.endObject();
            if (isEvent) {
                in.endObject();
            }
        }
    }

    private static Object first(Column column) {
        return switch (column) {
            case BOOL -> true;
            case INT64 -> 1000L;
            case FLOAT64, UNTYPED_FLOAT64 -> 100.25;
            case FLOAT32 -> 1.5f;
            case DECIMAL -> new BigDecimal("10.50");
            case TEXT -> "text";
            case UUID -> new UUID(1, 2);
            case BYTES -> new byte[] {1, -2};
            case INSTANT -> Instant.parse("2026-01-02T03:04:05.250Z");
            case DATE -> LocalDate.of(2026, 1, 2);
        };
    }

    private static void writeCell(WireOut out, Column column, Object value) {
        if (value == null) {
            out.nullValue();
            return;
        }
        switch (column) {
            case BOOL -> out.bool((boolean) value);
            case INT64 -> out.int64((long) value);
            case FLOAT64 -> out.float64((double) value);
            case UNTYPED_FLOAT64 -> out.untypedFloat64((double) value);
            case FLOAT32 -> out.float32((float) value);
            case DECIMAL -> out.decimal((BigDecimal) value);
            case TEXT -> out.text((String) value);
            case UUID -> out.uuid((UUID) value);
            case BYTES -> out.bytes((byte[]) value, 0, ((byte[]) value).length);
            case INSTANT -> out.temporal((Instant) value);
            case DATE -> out.temporal((LocalDate) value);
        }
    }

    private static void checkCell(WireIn in, Column column, Object value, String what) {
        if (value == null) {
            assertTrue(in.isNull(), what);
            in.nullValue();
            return;
        }
        switch (column) {
            case BYTES -> assertArrayEquals((byte[]) value, in.bytes(), what);
            case DECIMAL -> assertEquals(0, ((BigDecimal) value).compareTo(in.decimal()), what);
            default -> assertEquals(value, readCell(in, column), what);
        }
    }

    private static Object readCell(WireIn in, Column column) {
        return switch (column) {
            case BOOL -> in.bool();
            case INT64 -> in.int64();
            case FLOAT64, UNTYPED_FLOAT64 -> in.float64();
            case FLOAT32 -> (float) in.float64();
            case TEXT -> in.text();
            case UUID -> {
                UUID uuid = in.uuid();
                yield uuid == null ? UUID.fromString(in.text()) : uuid;
            }
            default -> in.temporal();
        };
    }

    private static boolean areEvents(WireOptions options) {
        return options.get(BinaryYamlFormat.FRAMING) == BinaryYamlFormat.Framing.NONE;
    }

    @Override
    public void write(Target target, long seed, int messages) {
        Rows rows = new Rows(seed, areEvents(target.options()));
        try (WireOut out = target.openWriter()) {
            for (int i = 0; i < messages; i++) {
                rows.advance();
                rows.write(out);
            }
        }
    }

    @Override
    public void check(WireFormat format, WireOptions options, byte[] bytes, long seed, int messages) {
        Rows rows = new Rows(seed, areEvents(options));
        try (WireIn in = format.newReader(bytes, options)) {
            for (int i = 0; i < messages; i++) {
                rows.advance();
                rows.check(in, "seed " + seed + ", message " + i);
            }
            assertFalse(in.nextMessage(), "seed " + seed);
        }
    }
}
