package io.deltawire.cli.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireToken;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MessageTapeTest {
    private static final int MANY = 60_000;

    private static void record(MessageTape tape, Object value) {
        if (value == null) {
            tape.nullValue();
        } else if (value instanceof Boolean bool) {
            tape.bool(bool);
        } else if (value instanceof Long number) {
            tape.int64(number);
        } else if (value instanceof Double number) {
            tape.float64(number);
        } else if (value instanceof Float number) {
            tape.float32(number);
        } else if (value instanceof BigDecimal decimal) {
            tape.decimal(decimal);
        } else if (value instanceof LocalDate date) {
            tape.temporal(date);
        } else {
            tape.text((String) value);
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
        MessageTape tape = new MessageTape();
        MessageTape copy = new MessageTape();
        for (int size : new int[] {3, MANY, 70, TapeColumn.FIRST, TapeColumn.FIRST + 1, MANY + 7, 0, 5}) {
            List<Object> values = new ArrayList<>();
            List<String> types = new ArrayList<>();
            tape.beginMessage(MessageKind.DATA);
            tape.beginList();
            for (int i = 0; i < size; i++) {
                Object value = i / 1500 % 4 == 2 ? null : random(random, i / 3000 % 2 == 0);
                String type = i % 5000 < 3 ? "T" + i : null;
                values.add(value);
                types.add(type);
                if (type != null) {
                    tape.type(type);
                }
                record(tape, value);
            }
            tape.endList();
            copy.copyFrom(tape);
            assertTrue(copy.isSameAs(tape));
            for (MessageTape each : List.of(tape, copy)) {
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
            assertFalse(copy.isSameAs(tape));
        }
    }

    /** The memory of a large message of small nodes is about that of its encoding. */
    @Test
    void largeMessagesArePacked() {
        MessageTape tape = new MessageTape();
        tape.beginMessage(MessageKind.DATA);
        tape.beginList();
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            tape.text("abc" + i % 10);
        }
        assertTrue(tape.bytes() < 10L * count, tape.bytes() + " bytes");
        MessageTape copy = new MessageTape();
        copy.copyFrom(tape);
        assertEquals("abc7", copy.value(count - 2));
    }

    @Test
    void messagesThatTakeMoreThanTheirShareOfTheHeapAreAnError() {
        MessageTape tape = new MessageTape();
        tape.beginMessage(MessageKind.DATA);
        tape.beginList();
        String text = "x".repeat(1 << 20);
        long most = MessageMemory.maxBytes() / text.length() + 2 * TapeColumn.FIRST;
        WireDataException e = assertThrows(WireDataException.class, () -> {
            for (long i = 0; i < most; i++) {
                tape.text(i < TapeColumn.FIRST ? "" : text);
            }
        });
        assertTrue(e.getMessage().contains("WIRE_JAVA_OPTS=-Xmx1g"), e.getMessage());
    }

    /** Also of tokens that are not packed yet, in whichever form they take memory. */
    @Test
    void aFewLargeTokensThatTakeMoreThanTheirShareOfTheHeapAreAnError() {
        String text = "x".repeat(1 << 20);
        byte[] bytes = new byte[1 << 20];
        List<Consumer<MessageTape>> kinds = List.of(
                tape -> tape.text(text),
                tape -> tape.bytes(bytes, 0, bytes.length),
                tape -> tape.field(text),
                tape -> tape.event(text),
                tape -> {
                    tape.trySourceText(WireToken.DECIMAL, text, "json");
                    tape.decimal(BigDecimal.ONE);
                });
        for (int before : new int[] {0, TapeColumn.FIRST, 3 * TapeColumn.FIRST + 1}) {
            for (Consumer<MessageTape> kind : kinds) {
                MessageTape tape = new MessageTape();
                tape.beginMessage(MessageKind.DATA);
                tape.beginList();
                for (int i = 0; i < before; i++) {
                    tape.nullValue();
                }
                long most = MessageMemory.maxBytes() / text.length() + 2;
                assertThrows(WireDataException.class, () -> {
                    for (long i = 0; i < most; i++) {
                        kind.accept(tape);
                    }
                });
                tape.beginMessage(MessageKind.DATA);
                kind.accept(tape); // the memory of the message before counts no more
            }
        }
    }

    @Test
    void lastMessagesForgetRecordsBeforeTheyTakeTooMuchMemory() {
        LastMessages last = new LastMessages();
        MessageTape tape = new MessageTape();
        tape.beginMessage(MessageKind.DATA);
        tape.text("x".repeat(1 << 20));
        long most = MessageMemory.maxBytes() / (1 << 20) + 10;
        for (int i = 0; i < most; i++) {
            last.put("key" + i, tape);
        }
        assertEquals(null, last.get("key0"));
        assertTrue(last.get("key" + (most - 1)).isSameAs(tape));
    }
}
