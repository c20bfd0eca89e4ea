package io.deltawire.marshallable.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.binary.BinaryYamlFormat;
import io.deltawire.binary.BinaryYamlFormat.Framing;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.marshallable.testing.Inputs;
import io.deltawire.marshallable.testing.RandomClasses;
import io.deltawire.marshallable.testing.Samples;
import io.deltawire.marshallable.testing.Types;
import io.deltawire.marshallable.testing.Wires;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.BufferFormat;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.testing.Effort;
import io.deltawire.wire.testing.OwnProcess;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that direct field access on a binary wire gives the bytes, objects and errors that tokens give. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the generated classes have different names
class DirectFieldsTest {
    static {
        Types.registerNested(DirectFieldsTest.class);
    }

    private static final String PREFIX = "Straight";
    private static final WireFormat BINARY = WireFormats.byName("binary");

    private final SplittableRandom random = new SplittableRandom(11);
    private final RandomClasses classes = new RandomClasses(random, PREFIX);

    record Wide(
            long a,
            int bb,
            short ccc,
            byte dddd,
            char eeeee,
            boolean ffffff,
            float ggggggg,
            double hhhhhhhh,
            String text) {}

    @Test
    void agreesWithTokensForRandomClasses() throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(60); round++) {
            Class<?> parent = round % 3 == 0 ? classes.define(Object.class, random.nextInt(6)) : Object.class;
            int size = round % 10 == 9 ? 63 + random.nextInt(5) : random.nextInt(36);
            Class<?> type = classes.define(parent, size);
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(type);
            if (codec.plan().shape().size() == 0) {
                continue;
            }
            for (AccessMode access : AccessMode.values()) {
                FieldIo straight = straight(codec, access);
                for (int i = 0; i < 5; i++) {
                    Object object = classes.fill(codec.newInstance(null, null));
                    check(codec, straight, object, "round " + round + " " + access);
                }
            }
        }
    }

    @Test
    void readsRecordsByTheirConstructor() throws ReflectiveOperationException {
        for (Object sample : new Object[] {
            new Wide(1, 2, (short) 3, (byte) 4, '5', true, 6.5f, 7.25, "eight"),
            new Wide(-1L << 40, 1 << 20, (short) -3, (byte) -4, '\u00E9', false, -0.0f, 1e300, null)
        }) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(Wide.class);
            for (AccessMode access : AccessMode.values()) {
                check(codec, straight(codec, access), sample, sample + " " + access);
            }
        }
    }

    @Test
    void agreesWithTokensForSamples() throws ReflectiveOperationException {
        for (Object sample : Samples.all().values()) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(sample.getClass());
            if (codec.plan().shape().size() == 0) {
                continue;
            }
            for (AccessMode access : AccessMode.values()) {
                check(codec, straight(codec, access), sample, sample.getClass() + " " + access);
            }
        }
    }

    @Test
    void agreesWithTokensForDecimalsOfEveryLength() throws ReflectiveOperationException {
        ObjectCodec codec = CodecSet.BUILT_IN.ofObject(Decimals.class);
        for (double parts : new double[] {1e2, 1e4, 1e6}) {
            for (int groups = 1; groups <= 7; groups++) {
                long most = (1L << 7 * groups) - 1;
                for (long count : new long[] {most, most / 128 + 1, most / 3}) {
                    double value = count / parts;
                    Decimals sample = new Decimals(value, (float) value, -value, value);
                    for (AccessMode access : AccessMode.values()) {
                        check(codec, straight(codec, access), sample, sample + " " + access);
                    }
                    damageEach(sample);
                }
            }
        }
    }

    /** Names of 1 to 16 characters cover every length before a number. */
    static final class NamesOfAnyLength {
        double n;
        long nu;
        double num;
        int numb;
        double numbe;
        long number;
        double numbers;
        int numbersO;
        double numbersOf;
        long numbersOfA;
        double numbersOfAn;
        int numbersOfAny;
        double numbersOfAnyL;
        long numbersOfAnyLe;
        double numbersOfAnyLen;
        long numbersOfAnyLength;

        NamesOfAnyLength() {}

        NamesOfAnyLength(long whole, double decimal) {
            n = num = numbe = numbers = numbersOf = numbersOfAn = numbersOfAnyL = numbersOfAnyLen = decimal;
            nu = number = numbersOfA = numbersOfAnyLe = numbersOfAnyLength = whole;
            numb = numbersO = numbersOfAny = (int) whole;
        }
    }

    /** The code generated there loads words without bounds checks. */
    @Test
    void agreesWithTokensWithUncheckedAccess() throws Exception {
        OwnProcess.run(DirectFieldsTest.class, "-da");
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        assertTrue(ArrayAccess.isUnchecked() || Runtime.version().feature() >= 24);
        Wire.of("binary", Bytes.allocateElasticOnHeap()).write(1); // selects unchecked access on every JDK
        assertTrue(ArrayAccess.isUnchecked());
        DirectFieldsTest test = new DirectFieldsTest();
        test.agreesWithTokensForRandomClasses();
        test.readsNumbersInAllEncodingsAfterNamesOfAnyLength();
        test.agreesWithTokensForDecimalsOfEveryLength();
    }

    @Test
    void readsNumbersInAllEncodingsAfterNamesOfAnyLength() throws ReflectiveOperationException {
        ObjectCodec codec = CodecSet.BUILT_IN.ofObject(NamesOfAnyLength.class);
        FieldIo straight = straight(codec, AccessMode.DIRECT);
        long[] wholes = {5, -5, 200, 300, -300, 60_000, 70_000, -70_000, 3_000_000_000L, 1L << 40, -1L << 40};
        double[] decimals = {0.25, 7.5, 1.23, 16_384.01, 0.0001, 12.3456, 0.000001, 1e300, -0.1, 5, 70_000, 1L << 40};
        for (long whole : wholes) {
            for (double decimal : decimals) {
                NamesOfAnyLength sample = new NamesOfAnyLength(whole, decimal);
                check(codec, straight, sample, whole + " " + decimal);
                List<String> calls = new ArrayList<>();
                WireIn in = reader(write(codec, null, sample));
                read(straight, (WireIn) Inputs.proxy(in, calls::add, WireIn.class, FieldDecoder.class), null);
                assertFalse(calls.contains("moveTo"), () -> whole + " " + decimal + ": " + calls);
            }
        }
        NamesOfAnyLength sample = new NamesOfAnyLength(300, 1.23);
        byte[] message = write(codec, null, sample);
        for (int bit = 8 * 27; bit < 8 * message.length; bit++) {
            byte[] damaged = message.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            compare(NamesOfAnyLength.class, damaged, "bit " + bit);
        }
    }

    static final class Before {
        long a;
        int b;
        double c;
        long d;
        ZonedDateTime time;
        double e;
        long f;
    }

    static final class Around {
        Before inner;
        int b;
        double c;
        long d;
        ZonedDateTime time;
        double e;
        long f;
    }

    /** The next entry has the name of the missing field, but belongs to the enclosing object. */
    @Test
    void entriesAfterAShorterObjectAreNotItsFields() throws ReflectiveOperationException {
        String[] fields = {"a", "b", "c", "d", "time", "e", "f"};
        for (int count = 0; count <= fields.length; count++) {
            for (int whole : new int[] {5, 300, 70_000, 1 << 30}) {
                OutputBuffer buffer = OutputBuffer.inMemory();
                WireOut out = ((BufferFormat) BINARY).newWriter(buffer, WireOptions.DEFAULTS);
                out.beginMessage();
                out.type(Around.class.getName());
                out.beginObject();
                out.field("inner");
                out.beginObject();
                for (int i = 0; i < count; i++) {
                    number(out, fields[i], whole + i);
                }
                out.endObject();
                for (int i = 1; i < fields.length; i++) {
                    number(out, fields[i], -i);
                }
                out.endObject();
                out.endMessage();
                byte[] message = Arrays.copyOf(buffer.array, buffer.position);
                String what = count + " fields, " + whole;
                compare(Around.class, message, what);
                Around read = Wires.reading(BINARY, reader(message), WireOptions.DEFAULTS)
                        .read(Around.class);
                assertEquals(count > 1 ? whole + 1 : 0, read.inner.b, what);
                assertEquals(count > 2 ? whole + 2 : 0, read.inner.c, what);
                assertEquals(count > 3 ? whole + 3 : 0, read.inner.d, what);
                assertEquals(count > 4, read.inner.time != null, what);
                assertEquals(count > 6 ? whole + 6 : 0, read.inner.f, what);
                assertEquals(-1, read.b, what);
                assertEquals(-6, read.f, what);
            }
        }
    }

    private static void number(WireOut out, String name, int value) {
        out.field(name);
        switch (name) {
            case "time" -> out.temporal(ZonedDateTime.of(2026, 1, 2, 3, 4, 5, value & 1, ZoneOffset.UTC));
            case "c", "e" -> out.float64(value);
            default -> out.int64(value);
        }
    }

    private static void damageEach(Decimals sample) throws ReflectiveOperationException {
        byte[] message = write(CodecSet.BUILT_IN.ofObject(Decimals.class), null, sample);
        int fields = 19; // after the header, the type name and the block length
        for (int bit = 8 * fields; bit < 8 * message.length; bit++) {
            byte[] damaged = message.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            compare(Decimals.class, damaged, sample + " bit " + bit);
        }
        for (int length = fields; length < message.length; length++) {
            compare(Decimals.class, cut(message, length), sample + " length " + length);
        }
    }

    record Decimals(double a, float b, double c, double d) {}

    @Test
    void findsFieldsOfAnotherClassByName() throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(60); round++) {
            ObjectCodec writer = CodecSet.BUILT_IN.ofObject(classes.defineOfCommonFields());
            ObjectCodec reader = CodecSet.BUILT_IN.ofObject(classes.defineOfCommonFields());
            byte[] message = write(writer, null, classes.fill(writer.newInstance(null, null)));
            Object reused = classes.fill(reader.newInstance(null, null));
            Outcome expected = readByTokens(reader.type(), message, null);
            assertEquals(expected, readStraight(reader.type(), message, null), "round " + round);
            assertEquals(expected, readStraight(reader.type(), message, reused), "round " + round);
        }
    }

    @Test
    void damagedInputAgreesWithTokens() throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(5); round++) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(classes.define(Object.class, 1 + random.nextInt(20)));
            byte[] message = write(codec, null, classes.fill(codec.newInstance(null, null)));
            for (int bit = 0; bit < 8 * Math.min(message.length, 400); bit++) {
                byte[] damaged = message.clone();
                damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
                compare(codec.type(), damaged, "round " + round + " bit " + bit);
            }
            for (int length = 4; length < message.length; length++) {
                compare(codec.type(), cut(message, length), "round " + round + " length " + length);
            }
        }
    }

    /** Cuts a message, and sets the length to match. */
    private static byte[] cut(byte[] message, int length) {
        byte[] cut = Arrays.copyOf(message, length);
        cut[0] = (byte) (length - 4);
        cut[1] = (byte) (length - 4 >> 8);
        cut[2] = (byte) (length - 4 >> 16);
        return cut;
    }

    /** From the second message on, a wire expects the prefix of the last one and does fewer checks. */
    @Test
    void damagedInputAfterOtherMessagesAgreesWithTokens() throws ReflectiveOperationException {
        for (int round = 0; round < Effort.times(4); round++) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(classes.define(Object.class, 1 + random.nextInt(16)));
            byte[] message = write(codec, null, classes.fill(codec.newInstance(null, null)));
            for (int bit = 32; bit < 8 * Math.min(message.length, 300); bit++) {
                byte[] damaged = message.clone();
                damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
                compareAll(codec, message, damaged, "round " + round + " bit " + bit);
            }
            for (int length = 5; length < message.length; length++) {
                compareAll(codec, message, cut(message, length), "round " + round + " length " + length);
            }
        }
    }

    private static void compareAll(ObjectCodec codec, byte[] message, byte[] damaged, String what)
            throws ReflectiveOperationException {
        OutputBuffer all = OutputBuffer.inMemory();
        for (byte[] each : new byte[][] {message, message, damaged, message}) {
            all.ensure(each.length);
            System.arraycopy(each, 0, all.array, all.position, each.length);
            all.position += each.length;
        }
        byte[] bytes = Arrays.copyOf(all.array, all.position);
        Wire byTokens = Wires.reading(BINARY, tokens(reader(bytes)), WireOptions.DEFAULTS);
        Wire straight = Wires.reading(BINARY, reader(bytes), WireOptions.DEFAULTS);
        Object reused = codec.newInstance(null, null);
        for (int i = 0; i < 6; i++) {
            Outcome expected = outcome(byTokens, codec.type(), null);
            assertEquals(expected, outcome(straight, codec.type(), i % 2 == 0 ? null : reused), what + " read " + i);
            assertEquals(byTokens.event(), straight.event(), what + " read " + i);
        }
    }

    /** A word that ends at a value starts before the first value of a body without a header. */
    @Test
    void readsBodiesWithoutHeaderFromTheFirstByteOfAnArray() throws ReflectiveOperationException {
        for (int round = 0; round < 60; round++) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(classes.define(Object.class, 1 + random.nextInt(8)));
            if (codec.plan().shape().size() > 0) {
                compareBare(codec, classes.fill(codec.newInstance(null, null)));
            }
        }
        for (int value : new int[] {5, -5, 300, -300, 70_000, -70_000}) {
            compareBare(CodecSet.BUILT_IN.ofObject(Tiny.class), new Tiny(value, value / 4.0));
        }
    }

    record Tiny(int a, double b) {}

    private static void compareBare(ObjectCodec codec, Object object) throws ReflectiveOperationException {
        WireOptions options = WireOptions.DEFAULTS.with(BinaryYamlFormat.FRAMING, Framing.NONE);
        byte[] message = write(codec, null, object);
        int head = Integer.BYTES + 2 + codec.plan().shape().typeName().length() + 1 + Integer.BYTES;
        byte[] fields = Arrays.copyOfRange(message, head, message.length);
        for (AccessMode access : AccessMode.values()) {
            Object read = read(straight(codec, access), BINARY.newReader(fields, options), null);
            assertEqualFields(codec, object, read, access.toString());
        }
    }

    @Test
    void enforcesLimits() throws ReflectiveOperationException {
        WireOptions options =
                WireOptions.DEFAULTS.with(WireOptions.LIMITS, new WireLimits(100, 300, 5, 1000, 1024, 1, 1, 50, 10));
        for (int round = 0; round < 60; round++) {
            ObjectCodec codec = CodecSet.BUILT_IN.ofObject(classes.define(Object.class, 10));
            Object object = classes.fill(codec.newInstance(null, null));
            FieldIo straight = straight(codec, AccessMode.DIRECT);
            Outcome expected = Outcome.of(() -> Arrays.toString(write(codec, null, object, options)));
            Outcome actual = Outcome.of(() -> Arrays.toString(write(codec, straight, object, options)));
            assertEquals(expected.object, actual.object, "round " + round);
            assertEquals(expected.error, actual.error, "round " + round);
        }
    }

    private static FieldIo straight(ObjectCodec codec, AccessMode access) {
        FieldEncoder encoder =
                (FieldEncoder) ((BufferFormat) BINARY).newWriter(OutputBuffer.inMemory(), WireOptions.DEFAULTS);
        FieldIo made = CodecGenerator.generate(
                codec, access, codec.plan().shape().get(encoder.names()), encoder.numberEncodings());
        assertNotNull(made, () -> codec.type() + " " + access);
        return made;
    }

    private void check(ObjectCodec codec, FieldIo straight, Object object, String what)
            throws ReflectiveOperationException {
        byte[] expected = write(codec, null, object);
        assertArrayEquals(expected, write(codec, straight, object), what);
        Object byTokens = read(new ReflectiveIo(codec), tokens(reader(expected)), null);
        assertEqualFields(codec, byTokens, read(straight, reader(expected), null), what);
        if (codec.type().getSimpleName().startsWith(PREFIX)) {
            Object reused = classes.fill(codec.newInstance(null, null));
            assertEqualFields(codec, byTokens, read(straight, reader(expected), reused), what);
        }
    }

    private static void assertEqualFields(ObjectCodec codec, Object a, Object b, String what) {
        assertTrue(
                WireEquality.haveEqualFields(a, b, codec.equality()),
                () -> what + ": " + YamlTexts.of(a) + YamlTexts.of(b));
    }

    /** A message with a type name. */
    private static byte[] write(ObjectCodec codec, FieldIo straight, Object object) {
        return write(codec, straight, object, WireOptions.DEFAULTS);
    }

    private static byte[] write(ObjectCodec codec, FieldIo straight, Object object, WireOptions options) {
        OutputBuffer buffer = OutputBuffer.inMemory();
        WireOut out = ((BufferFormat) BINARY).newWriter(buffer, options);
        out.beginMessage();
        WireOut to = straight == null ? tokens(out) : out;
        to.type(codec.plan().shape().typeName());
        if (straight == null) {
            to.beginObject(codec.plan().shape());
            new ReflectiveIo(codec).writeFields(to, object, new CodecContext(BINARY, options));
        } else {
            to.beginObject();
            straight.writeFields(to, object, new CodecContext(BINARY, options));
        }
        to.endObject();
        out.endMessage();
        return Arrays.copyOf(buffer.array, buffer.position);
    }

    private static WireIn reader(byte[] message) {
        return BINARY.newReader(message, WireOptions.DEFAULTS);
    }

    private static Object read(FieldIo io, WireIn in, Object target) {
        in.nextMessage();
        in.beginObject();
        Object object = io.readFields(in, target, new CodecContext(BINARY, WireOptions.DEFAULTS));
        in.endObject();
        return object;
    }

    // ---- whole wires

    /** An object or an error. */
    private record Outcome(String object, Class<?> error, String message) {
        interface Act {
            String get() throws ReflectiveOperationException;
        }

        static Outcome of(Act act) throws ReflectiveOperationException {
            try {
                return new Outcome(act.get(), null, null);
            } catch (WireException e) {
                return new Outcome(null, e.getClass(), e.getMessage());
            }
        }
    }

    private static void compare(Class<?> type, byte[] message, String what) throws ReflectiveOperationException {
        assertEquals(readByTokens(type, message, null), readStraight(type, message, null), what);
    }

    private static Outcome readByTokens(Class<?> type, byte[] message, Object into)
            throws ReflectiveOperationException {
        return outcome(Wires.reading(BINARY, tokens(reader(message)), WireOptions.DEFAULTS), type, into);
    }

    private static Outcome readStraight(Class<?> type, byte[] message, Object into)
            throws ReflectiveOperationException {
        return outcome(Wires.reading(BINARY, reader(message), WireOptions.DEFAULTS), type, into);
    }

    private static Outcome outcome(Wire wire, Class<?> type, Object into) throws ReflectiveOperationException {
        return Outcome.of(() -> {
            Object read = into == null ? wire.read(type) : wire.read(into);
            return read == null ? "null" : YamlTexts.of(read);
        });
    }

    /** Hides the direct field access of a writer. */
    private static WireOut tokens(WireOut out) {
        assertTrue(out instanceof FieldEncoder);
        return Inputs.only(WireOut.class, out);
    }

    private static WireIn tokens(WireIn in) {
        assertTrue(in instanceof FieldDecoder);
        return Inputs.only(WireIn.class, in);
    }
}
