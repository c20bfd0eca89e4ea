package io.deltawire.delta.internal.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.OffsetTime;
import java.time.Year;
import java.time.chrono.JapaneseDate;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;

/** Calls are refused if they would leave bytes that no reader can read. */
class MisplacedTokensTest {
    private static final DeltaFormat FORMAT = new DeltaFormat();

    /** Makes the calls in a message of their own. Exactly what is written before and after must be readable. */
    private static void assertRefused(Class<? extends Exception> expected, Consumer<WireOut> calls) {
        List<Object> messages = List.of(Trees.map("a", 1L), Trees.map("a", 2L, "b", List.of()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            Trees.writeMessage(out, messages.get(0));
            out.beginMessage();
            assertThrows(expected, () -> {
                calls.accept(out);
                out.endMessage();
            });
            out.cancelMessage();
            Trees.writeMessage(out, messages.get(1));
        }
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(messages, Trees.readAll(in));
        }
    }

    /** Makes the calls in a plain message: as items, and in an object in a list. */
    private static void assertRefusedInPlain(Consumer<WireOut> calls) {
        assertRefused(IllegalStateException.class, out -> {
            out.beginList();
            out.beginObject();
            calls.accept(out);
        });
    }

    @Test
    void aMessageIsOneValue() {
        for (Consumer<WireOut> second : List.<Consumer<WireOut>>of(
                WireOut::nullValue,
                out -> out.text("x"),
                WireOut::beginList,
                out -> out.type("T"),
                out -> out.bytes(new byte[2], 0, 2))) {
            assertRefused(IllegalStateException.class, out -> {
                out.bool(true);
                second.accept(out);
            });
            assertRefused(IllegalStateException.class, out -> {
                out.beginList();
                out.endList();
                second.accept(out);
            });
        }
        assertRefused(IllegalStateException.class, out -> {
            out.bool(true);
            out.field("a");
        });
    }

    @Test
    void entriesOfPlainObjectsAreNamesAndValues() {
        assertRefusedInPlain(WireOut::nullValue);
        assertRefusedInPlain(out -> out.type("T"));
        assertRefusedInPlain(out -> out.field(0));
        assertRefusedInPlain(out -> {
            out.field("a");
            out.field("b");
        });
        assertRefusedInPlain(out -> {
            out.field("a");
            out.endObject();
        });
        assertRefusedInPlain(out -> {
            out.key();
            out.int64(1);
            out.endObject();
        });
        assertRefusedInPlain(out -> {
            out.key();
            out.int64(1);
            out.field("a");
        });
        assertRefusedInPlain(out -> {
            out.field("a");
            out.type("T");
            out.type("U");
        });
        assertRefusedInPlain(out -> {
            out.field("a");
            out.beginList();
            out.type("T");
            out.endList();
        });
        assertRefusedInPlain(out -> {
            out.field("a");
            out.beginList();
            out.field("b");
        });
    }

    /** Each kind of message leaves another state; none of them may accept a token afterwards. */
    @Test
    void tokensBetweenMessagesAreRefused() {
        Shape shape = Shape.of("T", List.of("a"));
        List<Object> messages = List.of(Trees.map("a", 1L), Trees.map("a", List.of(1L)), List.of(2L), 3L);
        List<Consumer<WireOut>> tokens = List.of(
                out -> out.type("T"),
                WireOut::beginObject,
                out -> out.beginObject(shape),
                out -> out.field("a"),
                out -> out.field(0),
                out -> out.event("a"),
                WireOut::key,
                WireOut::endObject,
                WireOut::beginList,
                WireOut::endList,
                WireOut::nullValue,
                out -> out.bool(true),
                out -> out.int64(1),
                out -> out.text("x"),
                out -> out.decimal(BigDecimal.TEN),
                out -> out.bytes(new byte[2], 0, 2),
                out -> out.temporal(Year.of(2026)),
                WireOut::endMessage);
        for (Consumer<WireOut> token : tokens) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
                assertThrows(IllegalStateException.class, () -> token.accept(out));
                for (Object message : messages) {
                    Trees.writeMessage(out, message);
                    assertThrows(IllegalStateException.class, () -> token.accept(out));
                    out.beginMessage();
                    out.beginObject();
                    out.field("a");
                    out.cancelMessage();
                    assertThrows(IllegalStateException.class, () -> token.accept(out));
                }
            }
            try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
                assertEquals(messages, Trees.readAll(in));
            }
        }
    }

    @Test
    void nothingIsWrittenAfterTheEnd() {
        for (List<Object> messages : List.<List<Object>>of(List.of(), List.of(Trees.map("a", 1L)))) {
            Bytes<?> bytes = Bytes.allocateElasticOnHeap();
            WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS);
            messages.forEach(message -> Trees.writeMessage(out, message));
            out.close();
            long length = bytes.writePosition();
            assertEquals(
                    "the writer is closed",
                    assertThrows(IllegalStateException.class, out::beginMessage).getMessage());
            assertThrows(IllegalStateException.class, out::endMessage);
            assertThrows(IllegalStateException.class, out::keyFrame);
            out.cancelMessage();
            out.flush();
            out.close();
            assertThrows(IllegalStateException.class, out::beginMessage);
            assertEquals(length, bytes.writePosition());
            try (WireIn in = FORMAT.newReader(bytes, WireOptions.DEFAULTS)) {
                assertEquals(messages, Trees.readAll(in));
            }
        }
    }

    /** Closing the writer drops an open message, and its further calls are refused. */
    @Test
    void tokensAfterClosingInsideAMessageAreRefused() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS);
        Trees.writeMessage(out, Trees.map("a", 1L));
        out.beginMessage();
        out.beginObject();
        out.field("a");
        out.close();
        assertThrows(IllegalStateException.class, () -> out.int64(2));
        assertThrows(IllegalStateException.class, () -> out.field("b"));
        assertThrows(IllegalStateException.class, out::endObject);
        assertThrows(IllegalStateException.class, out::endMessage);
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(List.of(Trees.map("a", 1L)), Trees.readAll(in));
        }
    }

    @Test
    void typeNamesOutsideAMessageAreRefused() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            assertThrows(IllegalStateException.class, () -> {
                out.type("T");
                out.beginObject();
                out.field("a");
                out.int64(1);
            });
            out.cancelMessage();
            Trees.writeMessage(out, Trees.map("a", 2L));
        }
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(List.of(Trees.map("a", 2L)), Trees.readAll(in));
        }
    }

    @Test
    void valuesOtherThanDatesAndTimesAreRefused() {
        List<Temporal> others = List.of(Year.of(2024), OffsetTime.parse("01:02:03Z"), JapaneseDate.of(2024, 2, 29));
        for (Temporal other : others) {
            assertRefused(WireDataException.class, out -> out.temporal(other));
            assertRefused(WireDataException.class, out -> {
                out.beginObject();
                out.field("a");
                out.temporal(other);
                out.endObject();
            });
        }
    }

    /** A record without the key fields cannot be repeated, and does not mark the next message as a repetition. */
    @Test
    void recordThatCannotBeRepeatedLeavesNothingInTheStream() {
        WireOptions byId = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> messages = new ArrayList<>();
        try (WireOut out = FORMAT.newWriter(bytes, byId)) {
            out.beginMessage();
            out.recordKey(new byte[] {1}, 0, 1);
            Trees.write(out, Trees.map("other", 1L));
            out.endMessage();
            messages.add(Trees.map("other", 1L));
            out.keyFrame();
            for (long id = 0; id < 3; id++) {
                Trees.writeMessage(out, Trees.map("id", id));
                messages.add(Trees.map("id", id));
            }
        }
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            assertEquals(messages, Trees.readAll(in));
        }
    }

    /** The columns of a list end with item 256; the calls for the next item are undone with it. */
    @Test
    void typeNameStaysWithItsItemInARawList() {
        List<Consumer<WireOut>> items = List.of(out -> out.int64(1), out -> Trees.write(out, Trees.map("k", 1L)));
        for (Consumer<WireOut> item : items) {
            Consumer<WireOut> message = out -> {
                out.beginObject();
                out.field("list");
                out.beginList();
                for (int i = 0; i < 260; i++) {
                    if (i >= 256) {
                        out.type("T");
                    }
                    item.accept(out);
                }
                out.endList();
                out.field("after");
                out.int64(7);
                out.endObject();
            };
            assertEquals(List.of(true, true), typesStay(message));
        }
    }

    /** Returns for each of two equal messages whether exactly the items from 256 on have a type name. */
    private static List<Boolean> typesStay(Consumer<WireOut> message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = FORMAT.newWriter(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; i < 2; i++) {
                out.beginMessage();
                message.accept(out);
                out.endMessage();
            }
        }
        List<Boolean> right = new ArrayList<>();
        try (WireIn in = FORMAT.newReader(bytes.toByteArray(), WireOptions.DEFAULTS)) {
            while (in.nextMessage()) {
                boolean isRight = true;
                in.beginObject();
                in.fieldName();
                in.beginList();
                for (int i = 0; in.hasNext(); i++) {
                    isRight &= (in.typeName() != null) == i >= 256;
                    in.skipValue();
                }
                in.endList();
                in.fieldName();
                isRight &= in.typeName() == null;
                in.skipValue();
                in.endObject();
                right.add(isRight);
            }
        }
        return right;
    }
}
