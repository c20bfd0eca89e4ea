package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.library.BuiltInCodecs;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Keeps docs/types.md true: each row of its table of forms is what the code writes, and no type is missing. */
class TypesPageTest {
    private static final Path PAGE = Path.of(System.getProperty("projectDir", ".."), "docs", "types.md");

    /** The rows of the table: the type as the page calls it, and a value. */
    @SuppressWarnings({"JdkObsolete", "JavaUtilDate", "UnnecessaryStringBuilder"}) // classes of users have such fields
    private static Map<String, Object> samples() throws IOException {
        Map<String, Object> samples = new LinkedHashMap<>();
        samples.put("boolean, Boolean", true);
        samples.put("byte, Byte", (byte) 1);
        samples.put("short, Short", (short) 2);
        samples.put("int, Integer", 3);
        samples.put("long, Long", 4L);
        samples.put("float, Float", 1.5f);
        samples.put("double, Double", 2.5);
        samples.put("char, Character", 'c');
        samples.put("String, CharSequence", "text");
        samples.put("StringBuilder", new StringBuilder("text"));
        samples.put("StringBuffer", new StringBuffer("text"));
        samples.put("byte[]", new byte[] {1, 2});
        samples.put("Bytes", Bytes.allocateElasticOnHeap().write(new byte[] {1, 2}));
        samples.put("ByteBuffer", ByteBuffer.wrap(new byte[] {1, 2}));
        samples.put("BitSet", BitSet.valueOf(new long[] {5}));
        samples.put("BigDecimal", new BigDecimal("1.50"));
        samples.put("BigInteger", BigInteger.ONE.shiftLeft(70));
        samples.put("LocalDate", LocalDate.of(2026, 7, 1));
        samples.put("LocalTime", LocalTime.of(12, 30));
        samples.put("LocalDateTime", LocalDateTime.of(2026, 7, 1, 12, 30));
        samples.put("ZonedDateTime", ZonedDateTime.parse("2026-07-01T12:30:00+02:00[Europe/Berlin]"));
        samples.put("OffsetDateTime", OffsetDateTime.parse("2026-07-01T12:30:00+02:00"));
        samples.put("Instant", Instant.parse("2026-07-01T12:30:00Z"));
        samples.put("Date", new Date(0));
        samples.put("java.sql.Timestamp", new java.sql.Timestamp(0));
        samples.put("java.sql.Date", java.sql.Date.valueOf("2026-07-01"));
        samples.put("java.sql.Time", java.sql.Time.valueOf("12:30:45"));
        samples.put("OffsetTime", OffsetTime.parse("12:30+02:00"));
        samples.put("Year", Year.of(2026));
        samples.put("YearMonth", YearMonth.of(2026, 7));
        samples.put("MonthDay", MonthDay.of(7, 1));
        samples.put("Duration", Duration.ofSeconds(90));
        samples.put("Period", Period.ofDays(3));
        samples.put("ZoneId", ZoneId.of("Europe/Berlin"));
        samples.put("ZoneOffset", ZoneOffset.ofHours(2));
        samples.put("TimeZone", TimeZone.getTimeZone("Europe/Berlin"));
        samples.put("enums", DayOfWeek.MONDAY);
        samples.put("UUID", new UUID(1, 2));
        samples.put("URI", URI.create("https://example.com/"));
        samples.put("URL", URI.create("https://example.com/").toURL());
        samples.put("Currency", Currency.getInstance("EUR"));
        samples.put("Locale", Locale.forLanguageTag("de-CH"));
        samples.put("Class", String.class);
        samples.put("Charset", StandardCharsets.UTF_8);
        samples.put("Path", Path.of("a.txt"));
        samples.put("File", new File("a.txt"));
        samples.put("Pattern", Pattern.compile("a+"));
        samples.put("InetAddress", InetAddress.getByAddress(new byte[] {10, 0, 0, 1}));
        samples.put("InetSocketAddress", InetSocketAddress.createUnresolved("host", 80));
        samples.put("AtomicBoolean", new AtomicBoolean(true));
        samples.put("AtomicInteger", new AtomicInteger(1));
        samples.put("AtomicLong", new AtomicLong(1));
        samples.put("AtomicIntegerArray", new AtomicIntegerArray(new int[] {1, 2}));
        samples.put("AtomicLongArray", new AtomicLongArray(new long[] {1, 2}));
        samples.put("AtomicReference", new AtomicReference<>("x"));
        samples.put("Optional", Optional.of("x"));
        samples.put("OptionalInt", OptionalInt.of(1));
        samples.put("OptionalLong", OptionalLong.of(1));
        samples.put("OptionalDouble", OptionalDouble.of(1.5));
        samples.put("List, Collection, Iterable, arrays of objects", new ArrayList<>(List.of("a")));
        samples.put("arrays of primitives", new int[] {1, 2});
        samples.put("Set", new LinkedHashSet<>(List.of("a")));
        samples.put("SortedSet", new TreeSet<>(List.of("a")));
        samples.put("Queue, Deque", new ArrayDeque<>(List.of("a")));
        samples.put("Map", new LinkedHashMap<>(Map.of("k", 1)));
        samples.put("SortedMap", new TreeMap<>(Map.of("k", 1)));
        samples.put("Map.Entry", Map.entry("k", 1));
        samples.put("Throwable", new StackLess());
        return samples;
    }

    /** An exception whose stack is the same on every machine. */
    private static final class StackLess extends RuntimeException {
        private static final long serialVersionUID = 1;

        StackLess() {
            super("m", null, false, false);
        }

        @Override
        public void printStackTrace(java.io.PrintWriter to) {
            to.print("...");
        }
    }

    private static String row(String type, Object value) {
        return "| " + type + " | " + token(value) + " | `" + line("yaml", "a: ", "}", value) + "` | `"
                + line("json", "\"a\":", "}}}", value) + "` |";
    }

    /** Returns the text of a value as a field {@code a} of an event, between what a format writes before and after it. */
    private static String line(String format, String before, String after, Object value) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire.of(format, bytes, TypeRegistry.create().asOptions()).write("v", new Any(value));
        String text = new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        text = text.replaceAll("\\s+", " ").replace("|", "\\|");
        String tail = text.substring(text.indexOf(before) + before.length()).strip();
        int end = tail.lastIndexOf(after);
        return tail.substring(0, end < 0 ? tail.length() : end).strip();
    }

    private record Any(Object a) {}

    /** Returns the token of a value in a field of its own type. */
    private static String token(Object value) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap();
        Wire wire = Wire.of("binary", bytes, TypeRegistry.create().asOptions());
        wire.write(new Any(value));
        WireIn in = wire.in();
        in.nextMessage();
        in.beginObject();
        in.fieldName();
        WireToken token = in.peek();
        return switch (token) {
            case BEGIN_OBJECT -> "object";
            case BEGIN_LIST -> "list";
            case INT64 -> "integer";
            case FLOAT64 -> "float";
            case BOOL -> "boolean";
            case TEMPORAL -> "time";
            default -> token.name().toLowerCase(Locale.ROOT);
        };
    }

    @Test
    void formsAreThoseOfThePage() throws IOException {
        List<String> rows = new ArrayList<>();
        samples().forEach((type, value) -> rows.add(row(type, value)));
        String expected = String.join("\n", rows);
        List<String> page = Files.readAllLines(PAGE);
        int from = page.indexOf("| type | token | YAML | JSON |") + 2;
        if (Boolean.getBoolean("deltawire.rewrite")) {
            int to = from;
            while (to < page.size() && page.get(to).startsWith("| ")) {
                to++;
            }
            List<String> all = new ArrayList<>(page.subList(0, from));
            all.addAll(rows);
            all.addAll(page.subList(to, page.size()));
            Files.write(PAGE, all);
            return;
        }
        assertEquals(expected, String.join("\n", page.subList(from, from + rows.size())));
    }

    @Test
    void noTypeIsMissing() throws IOException {
        Set<Class<?>> shown = new HashSet<>();
        samples().values().forEach(value -> shown.add(value.getClass()));
        Set<Class<?>> missing = new HashSet<>(ScalarCodecs.types());
        missing.addAll(BuiltInCodecs.types());
        missing.removeIf(type -> type.isPrimitive()
                || type == CharSequence.class
                || shown.stream().anyMatch(type::isAssignableFrom));
        assertEquals(Set.of(), missing);
        assertTrue(shown.contains(String.class));
    }
}
