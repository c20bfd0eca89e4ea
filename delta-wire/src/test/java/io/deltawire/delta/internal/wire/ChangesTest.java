package io.deltawire.delta.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormats;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A reader offers a view of the changed fields beside the whole record. */
class ChangesTest {
    private static final WireOptions BY_ID = WireOptions.DEFAULTS.with(WireOptions.KEY_FIELDS, List.of("id"));

    private static byte[] write(WireOptions options, List<Object> messages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, options)) {
            messages.forEach(message -> Trees.writeMessage(out, message));
        }
        return bytes.toByteArray();
    }

    private static List<Object> changes(byte[] bytes, List<Object> whole) {
        List<Object> changes = new ArrayList<>();
        try (WireIn in = new DeltaFormat().newReader(bytes, WireOptions.DEFAULTS)) {
            for (int i = 0; in.nextMessage(); i++) {
                if (i % 2 == 0) {
                    changes.add(Trees.readMessage(DeltaFormat.changes(in)));
                }
                assertEquals(whole.get(i), Trees.readMessage(in), "the record is there all the same");
                if (i % 2 == 1) {
                    changes.add(Trees.readMessage(DeltaFormat.changes(in)));
                }
            }
        }
        return changes;
    }

    @Test
    void viewHoldsChangedFieldsAndTheKey() {
        List<Object> messages = List.of(
                Trees.map("id", 1L, "a", 1.5, "b", "x", "inner", Trees.map("c", 1L, "d", 2L)),
                Trees.map("id", 2L, "a", 9.5),
                Trees.map("id", 1L, "a", 1.5, "b", "y", "inner", Trees.map("c", 1L, "d", 3L)),
                Trees.map("id", 1L, "a", 1.5, "b", "y", "inner", Trees.map("c", 1L, "d", 3L)),
                Trees.map("id", 1L, "a", null, "b", "y"),
                Trees.map("id", 2L, "a", -0.0),
                Trees.map("id", 2L, "a", 0.0),
                Trees.map("id", 2L, "a", "0"));
        assertEquals(
                List.of(
                        messages.get(0),
                        messages.get(1),
                        Trees.map("id", 1L, "b", "y", "inner", Trees.map("d", 3L)),
                        Trees.map("id", 1L),
                        Trees.map("id", 1L, "a", null),
                        Trees.map("id", 2L, "a", -0.0),
                        Trees.map("id", 2L, "a", 0.0),
                        Trees.map("id", 2L, "a", "0")),
                changes(write(BY_ID, messages), messages));
    }

    @Test
    void changedListsAreInFullAndTypesAreWithTheirValues() {
        Object list = List.of(1L, 2L, Trees.map("p", 3L));
        List<Object> messages = List.of(
                Trees.map(new Name("update"), new Typed("T", Trees.map("a", 1L, "list", list, "b", 2L))),
                Trees.map(new Name("update"), new Typed("T", Trees.map("a", 1L, "list", list, "b", 3L))),
                Trees.map(
                        new Name("update"),
                        new Typed("T", Trees.map("a", 1L, "list", List.of(1L, 2L, Trees.map("p", 4L)), "b", 3L))),
                Trees.map(new Name("update"), new Typed("T", Trees.map("a", 1L, "list", List.of(1L, 2L), "b", 3L))),
                "plain",
                List.of(1L, 2L));
        assertEquals(
                List.of(
                        messages.get(0),
                        Trees.map(new Name("update"), new Typed("T", Trees.map("b", 3L))),
                        Trees.map(
                                new Name("update"),
                                new Typed("T", Trees.map("list", List.of(1L, 2L, Trees.map("p", 4L))))),
                        Trees.map(new Name("update"), new Typed("T", Trees.map("list", List.of(1L, 2L)))),
                        "plain",
                        List.of(1L, 2L)),
                changes(write(WireOptions.DEFAULTS, messages), messages));
    }

    /** The changes, applied one after another, give the records of the reader. */
    @Test
    void changesAddUpToTheRecords() {
        SplittableRandom random = new SplittableRandom(3);
        List<Object> messages = new ArrayList<>();
        Map<Long, Map<Object, Object>> records = new LinkedHashMap<>();
        for (int i = 0; i < 3000; i++) {
            long id = random.nextInt(10);
            Map<Object, Object> record = records.computeIfAbsent(id, k -> Trees.map("id", k));
            for (int change = random.nextInt(4); change > 0; change--) {
                record.put(
                        "f" + random.nextInt(8), random.nextInt(3) == 0 ? "t" + i : (Object) (random.nextInt(9) / 4.0));
            }
            messages.add(new LinkedHashMap<>(record));
        }
        Map<Object, Map<Object, Object>> added = new LinkedHashMap<>();
        List<Object> changes = changes(write(BY_ID, messages), messages);
        int fields = 0;
        for (int i = 0; i < messages.size(); i++) {
            Map<?, ?> change = (Map<?, ?>) changes.get(i);
            fields += change.size() - 1;
            Map<Object, Object> record = added.computeIfAbsent(change.get("id"), k -> new LinkedHashMap<>());
            record.putAll(change);
            assertEquals(messages.get(i), record, "message " + i);
        }
        assertTrue(fields < 3000 * 2, "fields shown: " + fields);
    }

    @Test
    void deletionIsInFullAndOtherReadersAreRefused() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (WireOut out = new DeltaFormat().newWriter(bytes, BY_ID)) {
            Trees.writeMessage(out, Trees.map("id", 1L, "a", 2L));
            out.beginMessage(MessageKind.DELETE);
            Trees.write(out, Trees.map("id", 1L));
            out.endMessage();
        }
        WireIn in = new DeltaFormat().newReader(bytes.toByteArray(), WireOptions.DEFAULTS);
        assertThrows(IllegalStateException.class, () -> DeltaFormat.changes(in));
        assertTrue(in.nextMessage());
        WireIn view = DeltaFormat.changes(in);
        assertThrows(IllegalStateException.class, view::nextMessage);
        assertTrue(in.nextMessage());
        assertEquals(Trees.map("id", 1L, "a", 2L), Trees.readMessage(DeltaFormat.changes(in)));
        WireIn yaml = WireFormats.byName("yaml").newReader(new byte[] {'a'}, WireOptions.DEFAULTS);
        assertThrows(IllegalArgumentException.class, () -> DeltaFormat.changes(yaml));
    }
}
