package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.GenericRecord;
import io.deltawire.marshallable.TypeRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
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
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;

/** One object of every kind that the object model holds, by name. Fields are private so that only codecs reach them. */
// Only codecs read the fields, as in users' classes.
@SuppressWarnings({"UnusedVariable", "JdkObsolete", "UnnecessaryStringBuilder"})
public final class Samples {
    static {
        Types.registerNested(Samples.class);
        TypeRegistry.shared().register(MyDataType.class, SidedQuote.class, TopOfBookQuote.class);
    }

    private Samples() {}

    public enum Colour {
        RED,
        GREEN {
            @Override
            boolean isWarm() {
                return false;
            }
        };

        boolean isWarm() {
            return true;
        }
    }

    public static class Primitives extends AbstractMarshallable {
        private boolean bool = true;
        private byte int8 = -128;
        private short int16 = 32767;
        private char letter = '\u00e9';
        private char digit = '7';
        private int int32 = Integer.MIN_VALUE;
        private long int64 = Long.MAX_VALUE;
        private float float32 = 0.1f;
        private double float64 = -0.0;
        private double third = 1 / 3.0;
    }

    public static class Extremes extends AbstractMarshallable {
        private double nan = Double.NaN;
        private double infinity = Double.NEGATIVE_INFINITY;
        private float floatNan = Float.NaN;
        private float floatInfinity = Float.POSITIVE_INFINITY;
        private float floatMax = Float.MAX_VALUE;
        private float floatMin = Float.MIN_VALUE;
        private double max = Double.MAX_VALUE;
        private double min = Double.MIN_VALUE;
        private char zero = 0;
        private char surrogate = '\ud83d';
    }

    public static class Boxed extends AbstractMarshallable {
        private Boolean bool = false;
        private Byte int8 = 1;
        private Short int16 = -2;
        private Character letter = 'x';
        private Integer int32 = 3;
        private Long int64 = 1L << 60;
        private Float float32 = 1.5f;
        private Double float64 = 2.5;
        private Integer none = null;
        private String noText = null;
    }

    public static class Texts extends AbstractMarshallable {
        private String text = "no \"quotes\", 1e6: \u65e5\u672c\n";
        private String empty = "";
        private String number = "007";
        private CharSequence chars = "chars";
        private StringBuilder builder = new StringBuilder("built");
    }

    public static class FinalFields extends AbstractMarshallable {
        private final int a;
        private final String b;
        private final List<Integer> c;

        FinalFields(int a, String b, List<Integer> c) {
            this.a = a;
            this.b = b;
            this.c = c;
        }
    }

    public static class Derived extends FinalFields {
        private final long d;

        Derived(int a, String b, List<Integer> c, long d) {
            super(a, b, c);
            this.d = d;
        }
    }

    public record Point(int x, int y) {}

    public record Named(String name, Point at, int[] marks, Optional<Point> next) {}

    public static class HoldsRecords extends AbstractMarshallable {
        private Point point = new Point(1, -2);
        private Named named = new Named("n", new Point(3, 4), new int[] {5}, Optional.of(new Point(6, 7)));
        private List<Point> points = List.of(new Point(8, 9), new Point(10, 11));
    }

    public static class Nested extends AbstractMarshallable {
        private Primitives inner = new Primitives();
        private Nested deeper;
        private Primitives none;

        public Nested(Nested deeper) {
            this.deeper = deeper;
        }
    }

    public static class Pair<A, B> extends AbstractMarshallable {
        private A first;
        private B second;

        Pair(A first, B second) {
            this.first = first;
            this.second = second;
        }
    }

    public static class PointPair extends Pair<Point, List<Colour>> {
        PointPair(Point first, List<Colour> second) {
            super(first, second);
        }
    }

    public static class Generics extends AbstractMarshallable {
        private Pair<Point, Integer> pair = new Pair<>(new Point(1, 2), 3);
        private List<Pair<String, LocalDate>> pairs = List.of(new Pair<>("a", LocalDate.of(2026, 11, 21)));
        private Map<String, List<? extends Point>> wild = Map.of("k", List.of(new Point(1, 1)));
        private Pair<Integer, Integer>[] array = array(new Pair<>(1, 2));

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class cannot be made otherwise
        private static Pair<Integer, Integer>[] array(Pair<Integer, Integer> item) {
            return new Pair[] {item};
        }
    }

    public static class Enums extends AbstractMarshallable {
        private Colour plain = Colour.RED;
        private Colour withBody = Colour.GREEN;
        private Colour none = null;
        private TimeUnit unit = TimeUnit.DAYS;
    }

    public sealed interface Drawing permits Circle, Square {}

    public record Circle(double radius) implements Drawing {}

    public static final class Square extends AbstractMarshallable implements Drawing {
        private double side;

        public Square(double side) {
            this.side = side;
        }
    }

    public static class Animal extends AbstractMarshallable {
        private String name;

        Animal(String name) {
            this.name = name;
        }
    }

    public static class Dog extends Animal {
        private int barks;

        public Dog(String name, int barks) {
            super(name);
            this.barks = barks;
        }
    }

    public static class Polymorphic extends AbstractMarshallable {
        private Drawing circle = new Circle(1.5);
        private Drawing square = new Square(2);
        private List<Drawing> drawings = List.of(new Square(3), new Circle(4));
        private Animal animal = new Animal("any");
        private Animal dog = new Dog("rex", 3);
        private Map<String, Animal> animals = Map.of("d", new Dog("fido", 1));
    }

    public static class PrimitiveArrays extends AbstractMarshallable {
        private boolean[] bools = {true, false};
        private byte[] bytes = {0, -1, 127};
        private short[] shorts = {1, -1};
        private char[] chars = "ab\u00e9".toCharArray();
        private char[] oddChars = {'a', '\udc00'};
        private int[] ints = {1, -1, Integer.MAX_VALUE};
        private long[] longs = {Long.MIN_VALUE};
        private float[] floats = {0.1f, Float.NaN};
        private double[] doubles = {0.1, -0.0};
        private int[] empty = {};
        private int[][] matrix = {{1, 2}, {}, {3}};
        private int[] none = null;
    }

    public static class ObjectArrays extends AbstractMarshallable {
        private String[] texts = {"a", null, ""};
        private Point[] points = {new Point(1, 2)};
        private Point[][] grid = {{new Point(3, 4)}, {}};
        private Integer[] boxed = {1, null};
        private Object[] objects = {1L, "x", new Point(5, 6)};
        private LocalDate[] dates = {LocalDate.of(2026, 1, 2)};
    }

    public static class Lists extends AbstractMarshallable {
        private List<String> texts = Arrays.asList("a", null, "c");
        private List<Integer> ints = new ArrayList<>(List.of(1, 2, 3));
        private LinkedList<Long> linked = new LinkedList<>(List.of(4L));
        private Collection<Double> doubles = new ArrayList<>(List.of(0.5));
        private Collection<String> setAsCollection = new LinkedHashSet<>(List.of("s"));
        private Deque<String> deque = new ArrayDeque<>(List.of("x", "y"));
        private List<List<Integer>> nested = List.of(List.of(1), List.of());
        private Iterable<String> iterable = List.of("i");
        private List<String> empty = List.of();
        private List<String> none = null;
    }

    public static class Sets extends AbstractMarshallable {
        private Set<String> texts = new LinkedHashSet<>(List.of("b", "a"));
        private SortedSet<Integer> sorted = new TreeSet<>(List.of(3, 1, 2));
        private EnumSet<Colour> colours = EnumSet.of(Colour.GREEN, Colour.RED);
        private EnumSet<Colour> noColours = EnumSet.noneOf(Colour.class);
        private Set<Point> points = new LinkedHashSet<>(List.of(new Point(1, 2)));
    }

    public static class TextMaps extends AbstractMarshallable {
        private Map<String, Integer> ints = new LinkedHashMap<>(Map.of("a", 1, "with space", 2, "", 3, "1", 4));
        private SortedMap<String, Point> sorted = new TreeMap<>(Map.of("p", new Point(1, 2)));
        private Map<Colour, String> enumKeys = new HashMap<>(Map.of(Colour.RED, "r"));
        private EnumMap<Colour, Double> enumMap = new EnumMap<>(Map.of(Colour.GREEN, 0.5));
        private ConcurrentMap<String, String> concurrent = new ConcurrentHashMap<>(Map.of("c", "d"));
        private Map<String, Map<String, Long>> nested = Map.of("o", Map.of("i", 1L));
        private Map<String, String> empty = Map.of();
    }

    public static class ScalarKeyMaps extends AbstractMarshallable {
        private Map<Integer, String> ints = new TreeMap<>(Map.of(1, "a", -2, "b"));
        private Map<Long, Long> longs = Map.of(1L << 40, 2L);
        private Map<LocalDate, Integer> dates = Map.of(LocalDate.of(2026, 11, 21), 1);
        private Map<UUID, Integer> ids = Map.of(new UUID(1, 2), 3);
        private Map<Double, Boolean> doubles = Map.of(0.5, true);
        private Map<Boolean, Integer> bools = Map.of(true, 1, false, 0);
    }

    public static class ObjectKeyMaps extends AbstractMarshallable {
        private Map<Point, String> points = Map.of(new Point(1, 2), "p");
        private Map<List<Integer>, String> lists = Map.of(List.of(1, 2), "l");
    }

    public static class NullKeyMap extends AbstractMarshallable {
        private Map<String, Integer> map = new HashMap<>();

        NullKeyMap() {
            map.put(null, 1);
            map.put("null", 2);
        }
    }

    public static class Optionals extends AbstractMarshallable {
        private Optional<String> text = Optional.of("x");
        private Optional<Point> point = Optional.of(new Point(1, 2));
        private Optional<List<Integer>> list = Optional.of(List.of(1));
        private Optional<String> empty = Optional.empty();
        private OptionalInt int32 = OptionalInt.of(1);
        private OptionalLong int64 = OptionalLong.empty();
        private OptionalDouble float64 = OptionalDouble.of(0.5);
    }

    public static class Times extends AbstractMarshallable {
        private LocalDate date = LocalDate.of(2026, 11, 21);
        private LocalTime time = LocalTime.of(12, 34, 56, 789_000_000);
        private LocalTime minute = LocalTime.of(12, 30);
        private LocalDateTime dateTime = LocalDateTime.of(2026, 11, 21, 1, 2, 3);
        private ZonedDateTime zoned = ZonedDateTime.parse("2026-07-22T12:34:56.789+01:00[Europe/London]");
        private ZonedDateTime zonedByOffset = ZonedDateTime.parse("2026-07-22T12:34:56Z");
        private OffsetDateTime offset = OffsetDateTime.parse("2026-07-22T12:34:56+05:30");
        private OffsetDateTime offsetUtc = OffsetDateTime.parse("2026-07-22T12:34:56Z");
        private Instant instant = Instant.parse("2026-07-22T12:34:56.000001Z");
        private OffsetTime offsetTime = OffsetTime.parse("12:34:56+01:00");
        private Year year = Year.of(2026);
        private YearMonth yearMonth = YearMonth.of(2026, 11);
        private MonthDay monthDay = MonthDay.of(2, 29);
        private Duration duration = Duration.ofMillis(-1500);
        private Period period = Period.of(1, -2, 3);
        private ZoneId zone = ZoneId.of("Europe/Paris");
        private ZoneId zoneOffset = ZoneId.of("+02:00");
        private ZoneOffset offsetOnly = ZoneOffset.ofHours(-3);
        private DayOfWeek day = DayOfWeek.FRIDAY;
        private Month month = Month.MAY;
    }

    public static class Numbers extends AbstractMarshallable {
        private BigDecimal decimal = new BigDecimal("1234567890.12345678901234567890");
        private BigDecimal scaled = new BigDecimal("1.50");
        private BigDecimal whole = new BigDecimal("7");
        private BigDecimal exponent = new BigDecimal("1.5E+400");
        private BigInteger large = BigInteger.TWO.pow(200);
        private BigInteger small = BigInteger.valueOf(-5);
    }

    public static class Others extends AbstractMarshallable {
        private UUID id = UUID.fromString("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0");
        private Class<?> type = String.class;
        private Class<?> arrayType = int[].class;
        private URI uri = URI.create("https://example.com/?q=1");
        private Locale locale = Locale.forLanguageTag("de-CH");
        private Currency currency = Currency.getInstance("EUR");
        private Bytes<?> bytes = Bytes.allocateElasticOnHeap().write(new byte[] {1, 2, -3});
    }

    public static class ObjectFields extends AbstractMarshallable {
        private Object bool = true;
        private Object int64 = 1L;
        private Object float64 = 1.5;
        private Object text = "t";
        private Object none = null;
        private Object point = new Point(1, 2);
        private Object list = List.of(1L, "x");
        private Object map = Map.of("k", new Point(3, 4));
        private Number number = 5L;
        private Comparable<?> comparable = "c";
    }

    public static class TypedObjectFields extends AbstractMarshallable {
        private Object int32 = 1;
        private Object int16 = (short) 2;
        private Object letter = 'c';
        private Object float32 = 0.1f;
        private Object decimal = new BigDecimal("1.50");
        private Object integer = BigInteger.ONE.shiftLeft(100);
        private Object id = new UUID(3, 4);
        private Object colour = Colour.GREEN;
        private Object type = Long.class;
        private Object bytes = new byte[] {1, 2};
        private Object date = LocalDate.of(2026, 1, 1);
        private Object instant = Instant.EPOCH;
        private Object zonedByOffset = ZonedDateTime.parse("2026-07-22T12:34:56Z");
        private Object offsetUtc = OffsetDateTime.parse("2026-07-22T12:34:56Z");
        private Object duration = Duration.ofSeconds(5);
        private Object ints = new int[] {1, 2};
        private Object points = new Point[] {new Point(1, 2)};
        private Object texts = new String[] {"a"};
        private Object set = new LinkedHashSet<>(List.of("s"));
        private Object sortedSet = new TreeSet<>(List.of(2L, 1L));
        private Object enumSet = EnumSet.of(Colour.RED);
        private Object sortedMap = new TreeMap<>(Map.of("a", 1));
        private Object deque = new ArrayDeque<>(List.of("d"));
        private Object optional = Optional.of(new Point(7, 8));
        private Object emptyOptional = Optional.empty();
        private Object builder = new StringBuilder("b");
        private Object buffer = Bytes.allocateElasticOnHeap().write(new byte[] {9});
        private Number number = 3;
        private Object generic = GenericRecord.ofFields("Unheard", Map.of("f", 1L));
    }

    public static class GenericRecords extends AbstractMarshallable {
        private GenericRecord typed = GenericRecord.ofFields("Never", Map.of("a", 1L));
        private Object inObject = GenericRecord.ofFields("Seen", Map.of("b", List.of("c")));
    }

    public static class NonStringObjectKeys extends AbstractMarshallable {
        private Map<Object, Object> map = new LinkedHashMap<>();

        NonStringObjectKeys() {
            map.put(1L, "long");
            map.put("text", 2L);
            map.put(Colour.RED, 3L);
        }
    }

    /** A class that extends and implements nothing. */
    public static class Plain {
        int a = 1;
        String b = "b";
        List<Point> c = new ArrayList<>(List.of(new Point(1, 2)));
    }

    public static class HoldsPlain extends AbstractMarshallable {
        private Plain plain = new Plain();
        private Object object = new Plain();
    }

    public static class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    public static class Collections extends AbstractMarshallable {
        private Names names = new Names();

        Collections() {
            names.add("n");
        }
    }

    /** More fields than the bits of a long. */
    public static class ManyFields extends AbstractMarshallable {
        private int f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16, f17;
        private long f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35;
        private String f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52;
        private double f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63, f64, f65, f66, f67, f68, f69 = 7;
        private Point last = new Point(1, 2);
    }

    /** Returns a new instance of every sample, by name. */
    public static Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Object sample : List.of(
                new Primitives(),
                new Extremes(),
                new Boxed(),
                new Texts(),
                new FinalFields(1, "b", List.of(2, 3)),
                new Derived(1, "b", List.of(2, 3), 4),
                new HoldsRecords(),
                new Nested(new Nested(null)),
                new PointPair(new Point(1, 2), List.of(Colour.RED)),
                new Generics(),
                new Enums(),
                new Polymorphic(),
                new PrimitiveArrays(),
                new ObjectArrays(),
                new Lists(),
                new Sets(),
                new TextMaps(),
                new ScalarKeyMaps(),
                new ObjectKeyMaps(),
                new NullKeyMap(),
                new Optionals(),
                new Times(),
                new Numbers(),
                new Others(),
                new ObjectFields(),
                new TypedObjectFields(),
                new GenericRecords(),
                new NonStringObjectKeys(),
                new HoldsPlain(),
                new Collections(),
                new ManyFields(),
                SidedQuote.sample(),
                MyDataType.ofArticle(),
                new TopOfBookQuote("Symbol"))) {
            all.put(sample.getClass().getSimpleName(), sample);
        }
        MoreSamples.all().forEach(sample -> all.put(sample.getClass().getSimpleName(), sample));
        all.put("Plain", new Plain());
        all.put("Point", new Point(1, 2));
        return all;
    }
}
