package io.deltawire.bench.floor;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.EightClasses;
import io.deltawire.bench.model.MyDataType;

/**
 * Floor for binary YAML with eight classes, one {@link FloorBinary} for each. The encoder is chosen by the class of the message, and the
 * decoder by one character of the event name.
 */
public final class FloorEightClasses extends ByteArrayCodec {
    /** Offset in a message of the character that distinguishes the event names. */
    private static final int DIGIT_OFFSET = "....Cupdate".length();

    private final FloorBinary[] codecs = new FloorBinary[EightClasses.classes().size()];

    private final ClassValue<FloorBinary> byClass = new ClassValue<>() {
        @Override
        protected FloorBinary computeValue(Class<?> type) {
            return codecs[EightClasses.classes().indexOf(type)];
        }
    };

    public FloorEightClasses() {
        ValueCache cache = new ValueCache();
        for (int i = 0; i < codecs.length; i++) {
            Class<?> type = EightClasses.classes().get(i);
            codecs[i] = new FloorBinary(
                    "\u00C7update" + i + "\u00B6\u0007Update" + i + "\u0082", (MyDataType) newRecord(type), cache);
        }
    }

    @Override
    public int encode(Object message) {
        return byClass.get(message.getClass()).encode((MyDataType) message, output);
    }

    @Override
    public Object decode(int offset, int length) {
        return codecs[input[offset + DIGIT_OFFSET] - '0'].decode(input, offset);
    }
}
