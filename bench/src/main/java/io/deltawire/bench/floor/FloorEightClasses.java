package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ArrayCodec;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.MyDataType;

/**
 * As {@link FloorBinary}, for eight classes: the code for a message is chosen by its class on writing, by one character of
 * the event's name on reading.
 */
public final class FloorEightClasses extends ArrayCodec {
    /** Where in a message the character is that tells the class. */
    private static final int DIGIT = "....Cupdate".length();

    private final FloorBinary[] codecs = new FloorBinary[EightClasses.classes().size()];

    private final ClassValue<FloorBinary> byClass = new ClassValue<>() {
        @Override
        protected FloorBinary computeValue(Class<?> type) {
            return codecs[EightClasses.classes().indexOf(type)];
        }
    };

    public FloorEightClasses() {
        ValueCache texts = new ValueCache();
        for (int i = 0; i < codecs.length; i++) {
            Class<?> type = EightClasses.classes().get(i);
            codecs[i] = new FloorBinary(
                    "\u00C7update" + i + "\u00B6\u0007Update" + i + "\u0082", (MyDataType) newRecord(type), texts);
        }
    }

    @Override
    public int encode(Object message) {
        return byClass.get(message.getClass()).encode((MyDataType) message, output);
    }

    @Override
    public Object decode(int offset, int length) {
        return codecs[input[offset + DIGIT] - '0'].decode(input, offset);
    }
}
