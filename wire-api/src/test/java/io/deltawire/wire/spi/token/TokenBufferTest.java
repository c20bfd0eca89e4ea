package io.deltawire.wire.spi.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.Trees;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TokenBufferTest {
    private static final long LIMIT = 50L << 20;

    private static final int MANY = 60_000;

    private static void record(TokenBuffer buffer, Object value) {
        if (value == null) {
            buffer.nullValue();
        } else if (value instanceof Boolean bool) {
            buffer.bool(bool);
        } else if (value instanceof Long number) {
            buffer.int64(number);
        } else if (value instanceof Double number) {
            buffer.float64(number);
        } else if (value instanceof Float number) {
            buffer.float32(number);
        } else if (value instanceof BigDecimal decimal) {
            buffer.decimal(decimal);
        } else if (value instanceof LocalDate date) {
            buffer.temporal(date);
        } else {
            buffer.text((String) value);
        }
    }

    private static Object random(SplittableRandom random, boolean hasDates) {
        return switch (random.nextInt(hasDates ? 12 : 11)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong();
            case 3 -> random.nextLong(-300, 300);
            case 4 -> Double.longBitsToDouble(random.nextLong() & ~(0x7FFL << 52));
            case 5 -> random.nextBoolean() ? -0.0 : Double.NaN;
            case 6 -> (float) random.nextInt();
            case 7 ->
                new BigDecimal(new java.math.BigInteger(1 + random.nextInt(90), new java.util.Random(1)), -3)
                        .setScale(random.nextInt(9));
            case 8 -> "t" + random.nextInt();
            case 9 -> "\u00e9\uD800" + (char) random.nextInt(0x10000) + "\uD83D\uDE00".repeat(random.nextInt(3));
            case 10 -> "";
            default -> LocalDate.ofEpochDay(random.nextInt(10_000));
        };
    }

    /** A message keeps all of its values, types and texts however many it has, also in copies and after other messages. */
    @Test
    void messagesOfAnySizeAreRecordedExactly() {
        SplittableRandom random = new SplittableRandom(5);
        TokenBuffer buffer = new TokenBuffer();
        TokenBuffer copy = new TokenBuffer();
        for (int size : new int[] {3, MANY, 70, TokenColumn.FIRST, TokenColumn.FIRST + 1, MANY + 7, 0, 5}) {
            List<Object> values = new ArrayList<>();
            List<String> types = new ArrayList<>();
            buffer.beginMessage(MessageKind.DATA);
            buffer.beginList();
            for (int i = 0; i < size; i++) {
                Object value = i / 1500 % 4 == 2 ? null : random(random, i / 3000 % 2 == 0);
                String type = i % 5000 < 3 ? "T" + i : null;
                values.add(value);
                types.add(type);
                if (type != null) {
                    buffer.type(type);
                }
                record(buffer, value);
            }
            buffer.endList();
            copy.copyFrom(buffer);
            assertTrue(copy.isSameAs(buffer));
            for (TokenBuffer each : List.of(buffer, copy)) {
                assertEquals(size + 2, each.size());
                assertEquals(size + 2, each.after(0));
                for (int i = 0; i < size; i++) {
                    assertEquals(values.get(i), each.value(i + 1));
                    assertEquals(types.get(i), each.type(i + 1));
                }
                for (int i = 0; i < Math.min(size, 500); i++) {
                    int at = random.nextInt(size);
                    assertEquals(values.get(at), each.value(at + 1));
                }
                assertEquals(WireToken.END_LIST, each.token(size + 1));
            }
            copy.nullValue();
            assertFalse(copy.isSameAs(buffer));
        }
    }

    /** The memory of a large message of small nodes is about that of its encoding. */
    @Test
    void largeMessagesArePacked() {
        TokenBuffer buffer = new TokenBuffer();
        buffer.beginMessage(MessageKind.DATA);
        buffer.beginList();
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            buffer.text("abc" + i % 10);
        }
        assertTrue(buffer.bytes() < 10L * count, buffer.bytes() + " bytes");
        TokenBuffer copy = new TokenBuffer();
        copy.copyFrom(buffer);
        assertEquals("abc7", copy.value(count - 2));
    }

    /** Also tokens that are not packed yet count, in whichever form they take memory. */
    @Test
    void aMessageThatTakesMoreThanTheLimitIsAnError() {
        String text = "x".repeat(1 << 20);
        byte[] bytes = new byte[1 << 20];
        List<Consumer<TokenBuffer>> kinds = List.of(
                buffer -> buffer.text(text),
                buffer -> buffer.bytes(bytes, 0, bytes.length),
                buffer -> buffer.field(text),
                buffer -> buffer.event(text),
                buffer -> {
                    buffer.trySourceText(WireToken.DECIMAL, text, "json");
                    buffer.decimal(BigDecimal.ONE);
                });
        for (int before : new int[] {0, TokenColumn.FIRST, 3 * TokenColumn.FIRST + 1}) {
            for (Consumer<TokenBuffer> kind : kinds) {
                TokenBuffer buffer = new TokenBuffer(LIMIT);
                buffer.beginMessage(MessageKind.DATA);
                buffer.beginList();
                for (int i = 0; i < before; i++) {
                    buffer.nullValue();
                }
                long most = LIMIT / text.length() + 2;
                assertThrows(WireDataException.class, () -> {
                    for (long i = 0; i < most; i++) {
                        kind.accept(buffer);
                    }
                });
                buffer.beginMessage(MessageKind.DATA);
                kind.accept(buffer); // the memory of the message before counts no more
            }
        }
    }

    @Test
    void messagesComeBackFromItsReader() {
        TokenBuffer buffer = new TokenBuffer();
        StreamModel model = new StreamModel(11);
        for (int i = 0; i < 500; i++) {
            StreamModel.Message message = model.next();
            message.write(buffer);
            WireIn in = buffer.newReader();
            assertThrows(IllegalStateException.class, in::peek);
            assertTrue(in.nextMessage());
            assertEquals(message.kind(), in.messageKind());
            assertTrue(StreamModel.same(message.value(), Trees.readMessage(in)), () -> "of " + message.value());
            in.restartMessage();
            in.skipValue();
            assertEquals(WireToken.END_MESSAGE, in.peek());
            assertFalse(in.nextMessage());
        }
    }

    @Test
    void shapesGiveNames() {
        Shape shape = Shape.of("Point", List.of("x", "y"));
        TokenBuffer buffer = new TokenBuffer();
        buffer.beginMessage();
        buffer.beginObject(shape);
        buffer.field(0);
        buffer.beginObject();
        assertThrows(IllegalStateException.class, () -> buffer.field(0));
        buffer.endObject();
        buffer.field(1);
        buffer.int64(2);
        assertThrows(IllegalArgumentException.class, () -> buffer.field(2));
        buffer.endObject();
        buffer.endMessage();
        WireIn in = buffer.newReader();
        assertTrue(in.nextMessage());
        assertEquals(Trees.map("x", Trees.map(), "y", 2L), Trees.readMessage(in));
    }

    @Test
    void errorsNameThePath() {
        TokenBuffer buffer = new TokenBuffer();
        Trees.writeMessage(buffer, Trees.map("a", List.of(1L, Trees.map("b", "text"))));
        WireIn in = buffer.newReader();
        assertTrue(in.nextMessage());
        in.beginObject();
        in.fieldName();
        in.beginList();
        in.skipValue();
        in.beginObject();
        in.fieldName();
        WireDataException e = assertThrows(WireDataException.class, in::int64);
        assertEquals("$.a[1].b", e.location().path());
        assertEquals("text", in.text());
    }
}
