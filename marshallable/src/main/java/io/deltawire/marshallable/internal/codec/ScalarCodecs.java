package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.internal.schema.BoxedValues;
import io.deltawire.marshallable.internal.schema.BuiltInTypes;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.text.Printable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The codecs of the scalar types of the Java library, by class. The list of supported types is documented in
 * docs/types.md.
 */
public final class ScalarCodecs {
    private static final Map<Class<?>, ValueCodec> BY_CLASS = new HashMap<>();
    /** Caches the tags of locales that were written, because checking that a tag is unambiguous is slow. */
    private static final Map<Locale, String> LOCALE_TAGS = new ConcurrentHashMap<>();

    /** Bounds the cache in a program that creates locales without end. */
    private static final int MAX_LOCALES = 256;

    static final ValueCodec TYPE_NAME =
            ScalarCodec.of("type", (out, value) -> out.text(typeText((Class<?>) value)), (in, reuse, session) -> {
                boolean byItself = "type".equals(in.typeName());
                String name = in.text();
                Class<?> found = classNamed(name, byItself, session);
                if (found == null) {
                    throw session.mismatch(
                            in,
                            "expected the name of a class that is known but was " + Printable.quote(name)
                                    + "; register it or allow its package (TypeRegistry)");
                }
                return found;
            });
    private static final ValueCodec BYTES = ScalarCodec.of("Bytes", ScalarCodecs::writeBytes, ScalarCodecs::readBytes);
    private static final ValueCodec UUID_TEXT = ScalarCodec.ofText("UUID", UUID::fromString);
    private static final ValueCodec ZONE_ID = ScalarCodec.ofText("ZoneId", ZoneId::of);

    static {
        addPrimitives();
        addText();
        addNumbers();
        addDateTimes();
        addTextForms();
    }

    private ScalarCodecs() {}

    private static Class<?> classNamed(String name, boolean byItself, CodecContext session) {
        Class<?> found = session.findClass(name);
        return byItself ? BuiltInTypes.findByItself(name, found) : found;
    }

    /** Reads a class where any value is allowed. The name of an unknown class becomes a {@link GenericRecord}. */
    static Object classOrName(WireIn in, CodecContext session) {
        String typeName = in.typeName();
        String name = in.text();
        Class<?> found = classNamed(name, "type".equals(typeName), session);
        return found != null ? found : GenericRecord.ofValue(typeName, name);
    }

    /** Returns the classes that have a codec here. */
    static Set<Class<?>> types() {
        return BY_CLASS.keySet();
    }

    /** Returns the codec of a class, or null if it is not a scalar of the Java library. */
    public static ValueCodec find(Class<?> type) {
        ValueCodec codec = BY_CLASS.get(type);
        if (codec != null) {
            return codec;
        }
        if (Bytes.class.isAssignableFrom(type)) {
            return BYTES;
        }
        return ZoneId.class.isAssignableFrom(type) ? ZONE_ID : null;
    }

    private static void addForm(Class<?> type, ScalarCodec.Parser parser, CommonTextForm form) {
        BY_CLASS.put(type, ScalarCodec.ofText(type.getSimpleName(), Object::toString, parser, form));
    }

    private static void add(Class<?> type, String tag, ScalarCodec.Writer writer, ScalarCodec.Reader reader) {
        BY_CLASS.put(type, ScalarCodec.of(tag, writer, reader));
    }

    private static void addBoth(
            Class<?> primitive, Class<?> boxed, ScalarCodec.Writer writer, ScalarCodec.Reader reader) {
        boolean isNatural = primitive == long.class || primitive == double.class || primitive == boolean.class;
        String tag = isNatural ? null : primitive.getName();
        add(primitive, tag, writer, reader);
        add(boxed, tag, writer, reader);
    }

    private static void addPrimitives() {
        addBoth(boolean.class, Boolean.class, (out, v) -> out.bool((Boolean) v), (in, reuse, s) -> in.bool());
        addBoth(
                byte.class,
                Byte.class,
                (out, v) -> out.int64((Byte) v),
                (in, reuse, s) -> NumberNarrowing.int8(in.int64(), in, s));
        addBoth(
                short.class,
                Short.class,
                (out, v) -> out.int64((Short) v),
                (in, reuse, s) -> BoxedValues.box(reuse, NumberNarrowing.int16(in.int64(), in, s)));
        addBoth(
                int.class,
                Integer.class,
                (out, v) -> out.int64((Integer) v),
                (in, reuse, s) -> BoxedValues.box(reuse, NumberNarrowing.int32(in.int64(), in, s)));
        addBoth(
                long.class,
                Long.class,
                (out, v) -> out.int64((Long) v),
                (in, reuse, s) -> BoxedValues.box(reuse, in.int64()));
        addBoth(
                float.class,
                Float.class,
                (out, v) -> out.float32((Float) v),
                (in, reuse, s) -> BoxedValues.box(reuse, NumberNarrowing.float32(in.float64(), in, s)));
        addBoth(
                double.class,
                Double.class,
                (out, v) -> out.float64((Double) v),
                (in, reuse, s) -> BoxedValues.box(reuse, in.float64()));
        addBoth(
                char.class,
                Character.class,
                (out, v) -> out.text(NumberNarrowing.charText((Character) v)),
                (in, reuse, s) -> BoxedValues.box(reuse, NumberNarrowing.char16(in.text(), in, s)));
    }

    @SuppressWarnings("JdkObsolete") // classes of users still have such fields
    private static void addText() {
        add(
                String.class,
                null,
                (out, v) -> out.text((String) v),
                (in, reuse, s) -> in.text(reuse instanceof String former ? former : null));
        add(CharSequence.class, null, (out, v) -> out.text((CharSequence) v), (in, reuse, s) -> {
            if (reuse instanceof StringBuilder text) {
                in.text(text);
                return text;
            }
            return in.text(reuse instanceof String former ? former : null);
        });
        add(StringBuilder.class, "StringBuilder", (out, v) -> out.text((StringBuilder) v), (in, reuse, s) -> {
            StringBuilder text = reuse instanceof StringBuilder old ? old : new StringBuilder();
            in.text(text);
            return text;
        });
        add(StringBuffer.class, "StringBuffer", (out, v) -> out.text((StringBuffer) v), (in, reuse, s) -> {
            return new StringBuffer(in.text());
        });
        add(
                byte[].class,
                null,
                (out, v) -> out.bytes((byte[]) v, 0, ((byte[]) v).length),
                (in, reuse, s) -> in.bytes());
    }

    private static void addNumbers() {
        add(BigDecimal.class, "BigDecimal", (out, v) -> out.decimal((BigDecimal) v), (in, reuse, s) -> in.decimal());
        add(BigInteger.class, "BigInteger", ScalarCodecs::writeBigInteger, ScalarCodecs::readBigInteger);
        BY_CLASS.put(
                OptionalInt.class,
                ScalarCodec.of(
                        "OptionalInt",
                        (out, v) -> {
                            if (((OptionalInt) v).isPresent()) {
                                out.int64(((OptionalInt) v).getAsInt());
                            } else {
                                out.nullValue();
                            }
                        },
                        (in, reuse, s) -> OptionalInt.of(NumberNarrowing.int32(in.int64(), in, s)),
                        OptionalInt.empty()));
        BY_CLASS.put(
                OptionalLong.class,
                ScalarCodec.of(
                        "OptionalLong",
                        (out, v) -> {
                            if (((OptionalLong) v).isPresent()) {
                                out.int64(((OptionalLong) v).getAsLong());
                            } else {
                                out.nullValue();
                            }
                        },
                        (in, reuse, s) -> OptionalLong.of(in.int64()),
                        OptionalLong.empty()));
        BY_CLASS.put(
                OptionalDouble.class,
                ScalarCodec.of(
                        "OptionalDouble",
                        (out, v) -> {
                            if (((OptionalDouble) v).isPresent()) {
                                out.float64(((OptionalDouble) v).getAsDouble());
                            } else {
                                out.nullValue();
                            }
                        },
                        (in, reuse, s) -> OptionalDouble.of(in.float64()),
                        OptionalDouble.empty()));
    }

    @SuppressWarnings("JavaUtilDate") // classes of users still have such fields
    private static void addDateTimes() {
        ScalarCodec.Writer writer = (out, v) -> out.temporal((Temporal) v);
        add(LocalDate.class, null, writer, (in, reuse, s) -> TemporalNarrowing.localDate(in.temporal(), in, s));
        add(LocalTime.class, null, writer, (in, reuse, s) -> TemporalNarrowing.localTime(in.temporal(), in, s));
        add(LocalDateTime.class, null, writer, (in, reuse, s) -> TemporalNarrowing.localDateTime(in.temporal(), in, s));
        // A ZonedDateTime whose zone is an offset prints like an OffsetDateTime, and an OffsetDateTime in UTC like an
        // Instant. Where the declared type does not tell them apart, a type name must.
        add(
                ZonedDateTime.class,
                "ZonedDateTime",
                writer,
                (in, reuse, s) -> TemporalNarrowing.zonedDateTime(in.temporal(), in, s));
        add(
                OffsetDateTime.class,
                "OffsetDateTime",
                writer,
                (in, reuse, s) -> TemporalNarrowing.offsetDateTime(in.temporal(), in, s));
        add(Instant.class, null, writer, (in, reuse, s) -> TemporalNarrowing.instant(in.temporal(), in, s));
        add(Year.class, "Year", (out, v) -> out.int64(((Year) v).getValue()), (in, reuse, s) -> {
            int year = NumberNarrowing.int32(in.int64(), in, s);
            if (year < Year.MIN_VALUE || year > Year.MAX_VALUE) {
                throw s.mismatch(in, "expected a year (-999999999 to 999999999) but was " + year);
            }
            return Year.of(year);
        });
        add(
                Date.class,
                "Date",
                (out, v) -> out.temporal(Instant.ofEpochMilli(((Date) v).getTime())),
                (in, reuse, s) -> date(TemporalNarrowing.instant(in.temporal(), in, s), in, s));
    }

    @SuppressWarnings("JavaUtilDate") // classes of users still have such fields
    private static Date date(Instant value, WireIn in, CodecContext session) {
        try {
            Date date = new Date(value.toEpochMilli());
            if (date.toInstant().equals(value)) {
                return date;
            }
        } catch (ArithmeticException e) {
            // falls through to the error below
        }
        throw session.mismatch(in, "expected a date of whole milliseconds that 64 bits can count but was " + value);
    }

    private static void addTextForms() {
        addForm(OffsetTime.class, OffsetTime::parse, CommonTextForms.OFFSET_TIME);
        BY_CLASS.put(
                YearMonth.class,
                ScalarCodec.ofText(
                        "YearMonth", v -> yearMonthText((YearMonth) v), YearMonth::parse, CommonTextForms.YEAR_MONTH));
        addForm(MonthDay.class, MonthDay::parse, CommonTextForms.MONTH_DAY);
        addForm(Duration.class, Duration::parse, CommonTextForms.DURATION);
        addForm(Period.class, Period::parse, CommonTextForms.PERIOD);
        BY_CLASS.put(ZoneOffset.class, ScalarCodec.ofText("ZoneOffset", ZoneOffset::of));
        add(UUID.class, "UUID", (out, v) -> out.uuid((UUID) v), (in, reuse, s) -> {
            UUID id = in.uuid();
            return id != null ? id : UUID_TEXT.read(in, reuse, s);
        });
        BY_CLASS.put(URI.class, ScalarCodec.ofText("URI", URI::create));
        BY_CLASS.put(Currency.class, ScalarCodec.ofText("Currency", Currency::getInstance));
        BY_CLASS.put(
                Locale.class,
                ScalarCodec.ofText("Locale", v -> localeText((Locale) v), ScalarCodecs::parseLocale, null));
        BY_CLASS.put(Class.class, TYPE_NAME);
    }

    /** Adds the plus sign that {@code YearMonth.parse} requires and {@code YearMonth.toString} omits. */
    private static String yearMonthText(YearMonth value) {
        return value.getYear() > 9999 ? "+" + value : value.toString();
    }

    private static String localeText(Locale value) {
        String cached = LOCALE_TAGS.get(value);
        if (cached != null) {
            return cached;
        }
        String tag = newLocaleText(value);
        if (LOCALE_TAGS.size() < MAX_LOCALES) {
            LOCALE_TAGS.put(value, tag);
        }
        return tag;
    }

    private static String newLocaleText(Locale value) {
        String tag = value.toLanguageTag();
        if (!Locale.forLanguageTag(tag).equals(value)) {
            throw new WireDataException(
                    "object",
                    "the locale " + value + " has no language tag of its own: " + tag + " is another one",
                    null);
        }
        return tag;
    }

    /**
     * Checks the tag with the builder first, because {@link Locale#forLanguageTag} ignores parts that are not valid.
     */
    private static Locale parseLocale(String tag) {
        new Locale.Builder().setLanguageTag(tag);
        return Locale.forLanguageTag(tag);
    }

    private static String typeText(Class<?> type) {
        return type.isArray() ? typeText(type.getComponentType()) + "[]" : type.getName();
    }

    private static void writeBigInteger(WireOut out, Object value) {
        BigInteger number = (BigInteger) value;
        if (number.bitLength() < 64) {
            out.int64(number.longValue());
        } else {
            out.decimal(new BigDecimal(number));
        }
    }

    private static Object readBigInteger(WireIn in, Object reuse, CodecContext session) {
        if (in.peek() == WireToken.INT64) {
            return BigInteger.valueOf(in.int64());
        }
        BigDecimal value = in.decimal();
        // A few bytes with a large exponent would expand to a huge integer. The writer never writes such an exponent.
        if (Math.abs((long) value.scale()) <= 1000) {
            try {
                return value.toBigIntegerExact();
            } catch (ArithmeticException e) {
                // falls through to the error below
            }
        }
        throw session.mismatch(in, "expected an integer but was " + value);
    }

    private static void writeBytes(WireOut out, Object value) {
        byte[] content = ((Bytes<?>) value).toByteArray();
        out.bytes(content, 0, content.length);
    }

    private static Object readBytes(WireIn in, Object reuse, CodecContext session) {
        byte[] content = in.bytes();
        if (reuse instanceof Bytes<?> old && old.isElastic()) {
            return old.clear().write(content);
        }
        return Bytes.allocateElasticOnHeap(Math.max(16, content.length)).write(content);
    }
}
