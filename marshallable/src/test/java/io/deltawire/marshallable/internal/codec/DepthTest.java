package io.deltawire.marshallable.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Objects nested deeply in every possible form. Depth that fits on the stack works. Greater depth is a clear error that
 * leaves the wire unchanged, and a cycle is an error that shows the path around it.
 */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class DepthTest {
    /** What threads of servers may have. */
    private static final int SMALL = 256 << 10;

    /** Enough for the deepest nesting that the limits allow, even before anything is compiled. */
    private static final int LARGE = 4 << 20;

    private static final WireOptions DEEP =
            WireOptions.DEFAULTS.with(WireOptions.LIMITS, WireLimits.DEFAULTS.withMaxDepth(1000));

    abstract static class Link extends AbstractMarshallable {
        abstract void hold(Link inner);
    }

    static class FieldLink extends Link {
        int a = 1;
        FieldLink next;

        @Override
        void hold(Link inner) {
            next = (FieldLink) inner;
        }
    }

    static class ObjectLink extends Link {
        Object next;

        @Override
        void hold(Link inner) {
            next = inner;
        }
    }

    static class ListLink extends Link {
        List<ListLink> next = new ArrayList<>();

        @Override
        void hold(Link inner) {
            next.add((ListLink) inner);
        }
    }

    static class MapLink extends Link {
        Map<String, MapLink> next = new HashMap<>();

        @Override
        void hold(Link inner) {
            next.put("k", (MapLink) inner);
        }
    }

    static class ArrayLink extends Link {
        ArrayLink[] next = {null};

        @Override
        void hold(Link inner) {
            next[0] = (ArrayLink) inner;
        }
    }

    static class OptionalLink extends Link {
        Optional<OptionalLink> next = Optional.empty();

        @Override
        void hold(Link inner) {
            next = Optional.of((OptionalLink) inner);
        }
    }

    /** Each level calls the next one by its own methods. */
    static class ByHandLink extends Link implements WriteMarshallable, ReadMarshallable {
        ByHandLink next;

        @Override
        void hold(Link inner) {
            next = (ByHandLink) inner;
        }

        @Override
        public void writeMarshallable(WireOut out) {
            out.field("next");
            Wire.writeObject(out, next);
        }

        @Override
        public void readMarshallable(WireIn in) {
            while (in.hasNext()) {
                if (in.fieldName().equals("next")) {
                    next = Wire.readObject(in, ByHandLink.class);
                } else {
                    in.skipValue();
                }
            }
        }

        @Override
        public boolean equals(Object o) {
            return super.equals(o);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // the suppliers are constructors
    enum Kind {
        FIELD(FieldLink::new, 1, "$.next.next is $ again"),
        OBJECT(ObjectLink::new, 1, "$.next.next is $ again"),
        LIST(ListLink::new, 2, "$.next[0].next[0] is $ again"),
        MAP(MapLink::new, 2, "$.next.k.next.k is $ again"),
        ARRAY(ArrayLink::new, 2, "$.next[0].next[0] is $ again"),
        OPTIONAL(OptionalLink::new, 1, "$.next.next is $ again"),
        BY_HAND(ByHandLink::new, 1, "$.next.next is $ again");

        private final Supplier<Link> maker;
        private final int depthOfLink;
        private final String cycle;

        Kind(Supplier<Link> maker, int depthOfLink, String cycle) {
            this.maker = maker;
            this.depthOfLink = depthOfLink;
            this.cycle = cycle;
        }

        /** Links to this depth of objects and lists, an outermost object and its lists left empty among them. */
        Link chain(int depth) {
            Link chain = maker.get();
            for (int i = 1 + depthOfLink; i + depthOfLink <= depth; i += depthOfLink) {
                Link outer = maker.get();
                outer.hold(chain);
                chain = outer;
            }
            return chain;
        }

        /** Nested values. An Optional is a level too, so its chain has two levels for each link. */
        int borneBySmallStack() {
            return this == OPTIONAL ? 50 : 100;
        }

        Link cyclic() {
            Link first = maker.get();
            Link second = maker.get();
            first.hold(second);
            second.hold(first);
            return first;
        }
    }

    static Stream<Arguments> kindsAndFormats() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Formats.without(Feature.TABLE).stream().map(name -> Arguments.of(kind, name)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndFormats")
    void defaultDepthWorksOnASmallStack(Kind kind, String format) throws Exception {
        Link chain = kind.chain(kind.borneBySmallStack());
        onStack(SMALL, () -> {
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
            wire.write(chain);
            assertEquals(chain, wire.read(chain.getClass()));
        });
        Link deeper = kind.chain(104);
        assertThrows(
                WireDataException.class,
                () -> Wire.of(format, Bytes.allocateElasticOnHeap()).write(deeper));
    }

    @ParameterizedTest
    @MethodSource("kindsAndFormats")
    void deepestThatLimitsAllowWorksOnALargeStack(Kind kind, String formatName) throws Exception {
        Link chain = kind.chain(1000);
        onStack(LARGE, () -> {
            Wire wire = Wire.of(formatName, Bytes.allocateElasticOnHeap(), DEEP);
            wire.write(chain);
            assertEquals(chain, wire.read(chain.getClass()));
        });
    }

    @ParameterizedTest
    @MethodSource("kindsAndFormats")
    void stackOverflowIsAnErrorAfterWhichTheWireContinuesOrRefuses(Kind kind, String formatName) throws Exception {
        WireFormat format = WireFormats.byName(formatName);
        Link chain = kind.chain(1000);
        Link small = kind.chain(1);
        byte[][] written = new byte[1][];
        onStack(LARGE, () -> {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            Wire.of(format, bytes, DEEP).write(chain).write(small);
            written[0] = bytes.toByteArray();
        });
        onStack(SMALL, () -> {
            // A Bytes belongs to the thread that made it.
            Bytes<?> bytes = Bytes.allocateElasticOnHeap().write(written[0]);
            Bytes<?> untyped = Bytes.allocateElasticOnHeap().write(written[0]);
            Bytes<?> plain = Bytes.allocateElasticOnHeap().write(written[0]);
            Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), DEEP);
            if (isTooDeep(() -> wire.write(chain))) {
                try {
                    wire.write(small);
                    assertEquals(small, wire.read(chain.getClass()));
                } catch (WireDataException e) {
                    assertLeftInTheMiddle(e);
                }
            }
            Wire reader = Wire.of(format, bytes, DEEP);
            isTooDeep(() -> reader.read(chain.getClass()));
            assertGoesOn(reader, small);
            Wire unknown = Wire.of(format, untyped, DEEP.with(MarshallableOptions.TYPES, TypeRegistry.create()));
            isTooDeep(() -> assertNotNull(unknown.read()));
            try {
                assertNotNull(unknown.read());
            } catch (WireDataException e) {
                assertLeftInTheMiddle(e);
            }
            Wire object = Wire.of(format, plain, DEEP);
            isTooDeep(() -> object.read(Object.class));
            assertGoesOn(object, small);
        });
    }

    private static void assertGoesOn(Wire reader, Link small) {
        try {
            assertEquals(small, reader.read(small.getClass()));
        } catch (WireDataException e) {
            assertLeftInTheMiddle(e);
        }
    }

    /**
     * The end of the stack cannot always be foreseen: handwritten methods and class loading may need much of it. Then
     * the wire refuses to continue.
     */
    private static void assertLeftInTheMiddle(WireDataException e) {
        assertTrue(e.getMessage().contains("ran out of stack"), e.getMessage());
    }

    /** Whether it is refused; any other failure is the test's. */
    private static boolean isTooDeep(Executable use) {
        try {
            use.execute();
            return false;
        } catch (WireDataException e) {
            assertTrue(
                    e.getMessage().contains("stack of this thread")
                            || e.getMessage().contains("inside one another"),
                    e.getMessage());
            return true;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void methodsOfDeepObjectsWorkOrSaySo(Kind kind) throws Exception {
        for (int depth : new int[] {kind.borneBySmallStack(), 300, 1000}) {
            Link chain = kind.chain(depth);
            Link other = kind.chain(depth);
            onStack(SMALL, () -> {
                boolean isRefused = isTooDeep(() -> assertEquals(chain, other));
                isRefused |= isTooDeep(() -> assertEquals(chain.hashCode(), other.hashCode()));
                isRefused |= isTooDeep(() -> assertNotNull(chain.toString()));
                isRefused |= isTooDeep(() -> assertNotNull(chain.deepCopy()));
                assertTrue(depth >= 300 || !isRefused, "refused at a depth of " + depth);
            });
            onStack(LARGE, () -> {
                assertEquals(chain, other);
                assertEquals(chain.hashCode(), other.hashCode());
                assertEquals(chain, chain.deepCopy());
                assertEquals(chain.toString(), other.toString());
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void cycleIsShownOnAnyStack(Kind kind) throws Exception {
        Link cyclic = kind.cyclic();
        for (int stack : new int[] {SMALL, LARGE}) {
            onStack(stack, () -> {
                for (Executable use : List.<Executable>of(
                        () -> Marshallable.toString(cyclic, TypeRegistry.shared()),
                        cyclic::hashCode,
                        cyclic::deepCopy,
                        () -> cyclic.copyTo(kind.maker.get()),
                        () -> cyclic.equals(kind.cyclic()))) {
                    assertCycle(kind, assertThrows(WireDataException.class, use));
                }
                assertTrue(cyclic.toString().contains("not shown: "), cyclic.toString());
                for (String format : Formats.all()) {
                    Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap(), DEEP);
                    WireException e = assertThrows(WireDataException.class, () -> wire.write(cyclic));
                    assertCycle(kind, e);
                    Wire other = Wire.of(format, Bytes.allocateElasticOnHeap(), DEEP);
                    assertCycle(kind, assertThrows(WireDataException.class, () -> other.write("event", cyclic)));
                }
            });
        }
    }

    private static void assertCycle(Kind kind, WireException e) {
        assertTrue(e.getMessage().endsWith("the object is inside itself: " + kind.cycle), e.getMessage());
    }

    private static void onStack(int bytes, Executable body) throws Exception {
        List<Throwable> thrown = new ArrayList<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        body.execute();
                    } catch (Throwable e) {
                        thrown.add(e);
                    }
                },
                "stack of " + bytes,
                bytes);
        thread.start();
        thread.join();
        if (!thrown.isEmpty()) {
            throw new AssertionError(thrown.get(0).toString(), thrown.get(0));
        }
    }
}
