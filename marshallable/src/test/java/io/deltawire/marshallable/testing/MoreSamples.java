package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.testing.Samples.Circle;
import io.deltawire.marshallable.testing.Samples.Colour;
import io.deltawire.marshallable.testing.Samples.Drawing;
import io.deltawire.marshallable.testing.Samples.Point;
import io.deltawire.marshallable.testing.Samples.Square;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import net.openhft.chronicle.bytes.Bytes;

/** The rarer of the samples: any key, the ends of every range, containers in containers, odd classes and names. */
// Only codecs read the fields, as in users' classes.
@SuppressWarnings({"UnusedVariable", "JdkObsolete", "UnnecessaryStringBuilder", "JavaUtilDate"})
public final class MoreSamples {
    static {
        Types.registerNested(MoreSamples.class);
    }

    private MoreSamples() {}

    public static class SortedMaps extends AbstractMarshallable {
        private SortedMap<Integer, String> ints = new TreeMap<>(Map.of(3, "c", -1, "a"));
        private SortedMap<LocalDate, Point> dates = new TreeMap<>(Map.of(LocalDate.of(2026, 1, 2), new Point(1, 2)));
        private NavigableMap<UUID, Long> ids = new TreeMap<>(Map.of(new UUID(1, 2), 3L));
        private SortedMap<Colour, Integer> colours = new TreeMap<>(Map.of(Colour.GREEN, 1, Colour.RED, 2));
        private TreeMap<BigDecimal, Instant> decimals = new TreeMap<>(Map.of(new BigDecimal("1.5"), Instant.EPOCH));
        private ConcurrentSkipListMap<Long, String> skips = new ConcurrentSkipListMap<>(Map.of(5L, "five"));
        private EnumMap<DayOfWeek, Point> days = new EnumMap<>(Map.of(DayOfWeek.FRIDAY, new Point(3, 4)));
        private EnumMap<Colour, List<String>> none = new EnumMap<>(Colour.class);
        private SortedSet<LocalDate> sortedDates = new TreeSet<>(List.of(LocalDate.of(2026, 3, 4)));
        private NavigableSet<Double> doubles = new TreeSet<>(List.of(0.5, -1.0));
    }

    public static class AnyKeyMaps extends AbstractMarshallable {
        private Map<Character, Integer> chars = Map.of('x', 1, '7', 2);
        private Map<Byte, Integer> int8s = Map.of((byte) -1, 1);
        private Map<Short, Integer> int16s = Map.of((short) 300, 1);
        private Map<Float, Integer> floats = Map.of(0.1f, 1);
        private Map<BigDecimal, Integer> decimals = Map.of(new BigDecimal("1.50"), 1);
        private Map<BigInteger, Integer> integers = Map.of(BigInteger.TWO.pow(100), 1);
        private Map<Instant, Integer> instants = Map.of(Instant.parse("2026-07-22T12:34:56Z"), 1);
        private Map<ZonedDateTime, Integer> zoned =
                Map.of(ZonedDateTime.parse("2026-07-22T12:34:56+02:00[Europe/Paris]"), 1);
        private Map<LocalTime, Integer> times = Map.of(LocalTime.of(12, 30), 1);
        private Map<Duration, Integer> durations = Map.of(Duration.ofSeconds(90), 1);
        private Map<YearMonth, Integer> months = Map.of(YearMonth.of(2026, 2), 1);
        private Map<Class<?>, Integer> types = Map.of(String.class, 1, int[].class, 2);
        private Map<CharSequence, Integer> sequences = new LinkedHashMap<>(Map.of("a b", 1));
        private Map<Drawing, Integer> drawings = Map.of(new Circle(1), 1);
        private Map<Map<String, Integer>, String> maps = Map.of(Map.of("k", 1), "m");
        private Map<Optional<String>, Integer> optionals = Map.of(Optional.of("o"), 1);
    }

    public static class EndsOfTime extends AbstractMarshallable {
        private LocalDate firstDate = LocalDate.MIN;
        private LocalDate lastDate = LocalDate.MAX;
        private LocalDate yearZero = LocalDate.of(0, 1, 1);
        private LocalTime lastTime = LocalTime.MAX;
        private LocalTime midnight = LocalTime.MIDNIGHT;
        private LocalDateTime first = LocalDateTime.MIN;
        private LocalDateTime last = LocalDateTime.MAX;
        private Instant firstInstant = Instant.MIN;
        private Instant lastInstant = Instant.MAX;
        private OffsetDateTime offset = OffsetDateTime.MAX;
        private OffsetDateTime seconds = OffsetDateTime.parse("1890-01-01T00:00:00+00:19:32");
        private OffsetTime offsetTime = OffsetTime.MIN;
        private ZonedDateTime later = ZonedDateTime.ofLocal(
                LocalDateTime.of(2026, 10, 25, 1, 30), ZoneId.of("Europe/London"), ZoneOffset.UTC);
        private ZonedDateTime earlier = ZonedDateTime.ofLocal(
                LocalDateTime.of(2026, 10, 25, 1, 30), ZoneId.of("Europe/London"), ZoneOffset.ofHours(1));
        private Year firstYear = Year.of(Year.MIN_VALUE);
        private YearMonth lastMonth = YearMonth.of(Year.MAX_VALUE, 12);
        private Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        private Duration shortest = Duration.ofSeconds(Long.MIN_VALUE);
        private Period period = Period.of(Integer.MIN_VALUE, 0, Integer.MAX_VALUE);
        private ZoneOffset zoneOffset = ZoneOffset.MAX;
        private Temporal temporal = LocalDate.of(2026, 1, 2);
        private Date date = new Date(1_234_567_890_123L);
    }

    public static class Inside extends AbstractMarshallable {
        private List<Optional<String>> optionals = List.of(Optional.of("a"), Optional.empty());
        private Map<String, Optional<Point>> points = Map.of("k", Optional.of(new Point(1, 2)), "n", Optional.empty());
        private Optional<int[]> ints = Optional.of(new int[] {1, 2});
        private Optional<Map<Colour, List<Point>>> map = Optional.of(Map.of(Colour.RED, List.of(new Point(3, 4))));
        private List<int[]> arrays = List.of(new int[] {1}, new int[0]);
        private Map<String, byte[]> blobs = Map.of("b", new byte[] {1, -1});
        private List<Map<Integer, List<LocalDate>>> nested = List.of(Map.of(1, List.of(LocalDate.of(2026, 5, 6))));
        private List<String>[] lists = lists();
        private Object[] arraysInArray = {new int[] {1}, new Object[] {2L, null}, new Colour[] {Colour.RED}};
        private Number[] numbers = {1L, 2.5};
        private Colour[][] colours = {{Colour.GREEN}, {}, null};
        private Map<String, String> nullValue = new HashMap<>();
        private List<? super Integer> lower = new ArrayList<>(List.of(5L));

        Inside() {
            nullValue.put("none", null);
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic class cannot be made otherwise
        private static List<String>[] lists() {
            return new List[] {List.of("a"), null};
        }
    }

    public static class OtherContainers extends AbstractMarshallable {
        private Queue<Integer> queue = new ArrayDeque<>(List.of(1, 2));
        private CopyOnWriteArrayList<String> onWrite = new CopyOnWriteArrayList<>(List.of("a"));
        private Iterable<Point> points = new ArrayList<>(List.of(new Point(1, 2)));
        private List<Object> mixed = new ArrayList<>(Arrays.asList(1L, "t", null, new Point(3, 4), List.of(true)));
        private Bytes<?> elastic = Bytes.allocateElasticDirect().write(new byte[] {5, 6});
        private Bytes<?> empty = Bytes.allocateElasticOnHeap();
        private CharSequence builder = new StringBuilder("as text");
    }

    public static class NestedOptionals extends AbstractMarshallable {
        private Optional<Optional<String>> full = Optional.of(Optional.of("x"));
        private Optional<Optional<String>> emptyInside = Optional.of(Optional.empty());
        private Optional<Optional<String>> empty = Optional.empty();
        private Optional<Optional<Optional<Integer>>> threefold = Optional.of(Optional.of(Optional.empty()));
        private List<Optional<Optional<Integer>>> list =
                List.of(Optional.of(Optional.empty()), Optional.empty(), Optional.of(Optional.of(1)));
    }

    public static class NullKeys extends AbstractMarshallable {
        private Map<Range, Integer> records = new HashMap<>();
        private Map<Integer, Integer> ints = new HashMap<>();
        private Map<Optional<Integer>, String> optionals = new HashMap<>();

        NullKeys() {
            records.put(null, 1);
            ints.put(null, null);
            optionals.put(Optional.empty(), "none");
            optionals.put(Optional.of(1), "one");
        }
    }

    public static class Classes extends AbstractMarshallable {
        private Class<?> nothing = void.class;
        private Class<?> primitives = int[][].class;
        private Class<? extends Number> bounded = Integer.class;
        private Map<Class<?>, Integer> keys = new LinkedHashMap<>(Map.of(String.class, 1));
        private Object object = Long.class;
    }

    public record Box<T>(T value) {}

    public record Nothing() {}

    public record Range(int from, int to) {
        public Range {
            if (from > to) {
                throw new IllegalArgumentException(from + " > " + to);
            }
        }
    }

    record Everything(
            boolean flag,
            byte int8,
            short int16,
            char letter,
            int int32,
            long int64,
            float float32,
            double float64,
            String text,
            Colour colour,
            double[] doubles,
            List<Box<LocalDate>> boxes,
            Map<Integer, Range> ranges,
            Drawing drawing,
            Object any) {}

    public static class RecordsOfAllKinds extends AbstractMarshallable {
        private Everything everything = new Everything(
                true,
                (byte) 1,
                (short) 2,
                'c',
                3,
                4L,
                0.5f,
                -0.0,
                "t",
                Colour.GREEN,
                new double[] {Double.NaN},
                List.of(new Box<>(LocalDate.of(2026, 7, 8))),
                Map.of(1, new Range(2, 3)),
                new Square(2),
                new Box<>("boxed"));
        private Box<Box<Integer>> nested = new Box<>(new Box<>(1));
        private Nothing nothing = new Nothing();
        private Object object = new Nothing();
        private Record record = new Range(1, 2);
    }

    public static class Base extends AbstractMarshallable {
        private int hidden = 1;
        protected String shared = "base";
    }

    public static class Hiding extends Base {
        private int hidden = 2;
        private static final int IGNORED = 3;
        private transient int left = 4;
    }

    public static class Empty extends AbstractMarshallable {}

    public static class HoldsEmpty extends AbstractMarshallable {
        private Empty empty = new Empty();
        private List<Empty> list = List.of(new Empty());
        private Object object = new Empty();
    }

    /** Names that a format may take for something else. */
    @SuppressWarnings("UnicodeInCode") // such names are what is tested
    public static class OddNames extends AbstractMarshallable {
        private int no = 1;
        private int y = 2;
        private int on = 3;
        private int NaN = 4;
        private int _1 = 5;
        private int $ = 6;
        private int größe = 7;
        private int 日本 = 8;
        private int type = 9;
        private int history = 10;
        private int aNameThatIsLongerThanThirtyOneCharacters = 11;
        private Map<String, Integer> keys = new LinkedHashMap<>();

        OddNames() {
            for (String key :
                    List.of("@dw:T", "@", "null", "1", "-1", "007", "1.5", "a.b", "a,b", "a\nb", "\"", "'", "#", " ")) {
                keys.put(key, keys.size());
            }
        }
    }

    public interface Shape {}

    public enum Unit implements Shape {
        POINT
    }

    public static final class Polygon implements Shape {
        private int corners = 3;

        @Override
        public boolean equals(Object o) {
            return o instanceof Polygon other && other.corners == corners;
        }

        @Override
        public int hashCode() {
            return corners;
        }
    }

    public abstract static class Holder<T extends Shape> extends AbstractMarshallable {
        T held;
        List<T> more;
    }

    public static class PolygonHolder extends Holder<Polygon> {
        PolygonHolder() {
            held = new Polygon();
            more = List.of(new Polygon());
        }
    }

    public static class Interfaces extends AbstractMarshallable {
        private Shape polygon = new Polygon();
        private Shape unit = Unit.POINT;
        private Holder<?> holder = new PolygonHolder();
        private List<Shape> shapes = List.of(Unit.POINT, new Polygon());
        private Comparable<?> comparable = LocalDate.of(2026, 9, 10);
    }

    /** One object that several fields share. On the wire each field has a copy of its own. */
    public static class SharedParts extends AbstractMarshallable {
        private Samples.Plain first = new Samples.Plain();
        private Samples.Plain second = first;
        private List<Samples.Plain> list = new ArrayList<>(List.of(first, first));
        private int[] ints = {1};
        private int[] sameInts = ints;
    }

    static List<Object> all() {
        return List.of(
                new SortedMaps(),
                new AnyKeyMaps(),
                new EndsOfTime(),
                new Inside(),
                new OtherContainers(),
                new RecordsOfAllKinds(),
                new Hiding(),
                new Empty(),
                new HoldsEmpty(),
                new OddNames(),
                new PolygonHolder(),
                new Interfaces(),
                new SharedParts(),
                new NestedOptionals(),
                new NullKeys(),
                new Classes(),
                new Nothing(),
                new Box<>(5L));
    }
}
