package io.deltawire.marshallable.testing.pins;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.json.JsonFormat;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireFormat.Feature;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.testing.Formats;
import io.deltawire.wire.testing.StreamModel;
import io.deltawire.wire.testing.StreamModel.Keys;
import io.deltawire.wire.testing.StreamModel.Message;
import io.deltawire.wire.testing.Trees;
import io.deltawire.wire.testing.Trees.Name;
import io.deltawire.wire.testing.Trees.Typed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Trees of tokens given directly to a {@link WireOut}: records of several types and keys that change in any part,
 * edited lists, deletions, meta messages, messages that are no records, and between them flushes, key frames and
 * cancelled messages.
 */
final class TreeWorkload implements Workload {
    @Override
    public WireOptions options(WireOptions options, long seed) {
        boolean isByFields = new StreamModel(seed).keys() == Keys.FIELDS;
        return isByFields ? options.with(WireOptions.KEY_FIELDS, List.of("id")) : options;
    }

    @Override
    public void write(Target target, long seed, int messages) {
        StreamModel model = new StreamModel(seed);
        StreamModel others = new StreamModel(seed + 1);
        Dice dice = new Dice(seed + 2);
        boolean hasKeyFrames = target.options().get(DeltaFormat.KEY_FRAMES) != DeltaFormat.KeyFrames.NEVER;
        try (WireOut out = target.openWriter()) {
            for (int i = 0; i < messages; i++) {
                Message message = model.next();
                int choice = dice.below(200);
                if (choice < 2) {
                    out.flush();
                } else if (choice == 2 && hasKeyFrames) {
                    out.keyFrame();
                } else if (choice < 6) {
                    out.beginMessage();
                    Trees.write(out, others.next().value());
                    out.cancelMessage();
                }
                message.write(out);
            }
        }
    }

    @Override
    public void check(WireFormat format, WireOptions options, byte[] bytes, long seed, int messages) {
        boolean isPlain = !format.features().contains(Feature.KINDS);
        boolean hasTypes = options.get(JsonFormat.TYPES) == JsonFormat.Types.ALWAYS;
        StreamModel model = new StreamModel(seed);
        try (WireIn in = format.newReader(bytes, options)) {
            for (int i = 0; i < messages; i++) {
                Message message = model.next();
                String what = "seed " + seed + ", message " + i;
                assertTrue(in.nextMessage(), what);
                assertEquals(kind(format, message.kind()), in.messageKind(), what);
                if (isPlain) {
                    assertEquals(PlainText.of(message.value(), hasTypes), PlainText.of(in, hasTypes), what);
                    continue;
                }
                Object read = Trees.readMessage(in);
                Object expected = kept(format, message.value());
                Object found = kept(format, read);
                // Only a keyed stream keeps which of the many NaNs a double is.
                boolean isSame = format.features().contains(Feature.RECORDS)
                        ? StreamModel.same(expected, found)
                        : Objects.equals(expected, found);
                if (!isSame) {
                    assertEquals(expected, found, what);
                    throw new AssertionError(what + ": doubles of other bits: " + expected);
                }
            }
            assertFalse(in.nextMessage(), "seed " + seed);
        }
    }

    private static MessageKind kind(WireFormat format, MessageKind written) {
        boolean isKept =
                format.features().contains(Feature.RECORDS) || format.isBinary() && written == MessageKind.META;
        return isKept ? written : MessageKind.DATA;
    }

    /** What a format keeps: text takes events for fields, and binary YAML whole doubles for integers. */
    private static Object kept(WireFormat format, Object value) {
        if (value instanceof Double d) {
            return Formats.isWholeBinary(format.name()) && d == d.longValue() ? (Object) d.longValue() : d;
        } else if (value instanceof Name name) {
            return format.isBinary() ? name : name.event();
        } else if (value instanceof Typed typed) {
            return new Typed(typed.type(), kept(format, typed.value()));
        } else if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            list.forEach(item -> items.add(kept(format, item)));
            return items;
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> entries = new LinkedHashMap<>();
            map.forEach((key, item) -> entries.put(kept(format, key), kept(format, item)));
            return entries;
        }
        return value;
    }
}
