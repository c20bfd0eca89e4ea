package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.spi.object.ColumnKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.objectweb.asm.Label;

/**
 * Generates the decoding of fields whose order the reader gives, as the columns of CSV:
 * {@link io.deltawire.wire.spi.object.FieldDecoder#order}. For fields {@code long a, b} the code is
 *
 * <pre>{@code
 * for (int orderIndex = 0; orderIndex < order.length; orderIndex++) {
 *     int i = order[orderIndex];
 *     int valueEnd;
 *     switch (i) {
 *         case 0, 1: // one copy for all fields of a kind, however many there are
 *             valueEnd = decoder.int64End(array, offset, end);
 *             if (valueEnd > end) byToken;
 *             long value = decoder.int64(array, offset, valueEnd);
 *             switch (i) {
 *                 case 0: seen |= 1; t.a = value; break;
 *                 case 1: seen |= 2; t.b = value; break;
 *             }
 *             break;
 *         default:
 *             valueEnd = decoder.anyEnd(array, offset, end);
 *             if (valueEnd > end) byToken;
 *     }
 *     offset = valueEnd;
 * }
 * }</pre>
 *
 * <p>A value that is not as expected is read by its token. Direct decoding continues with the field after it.
 */
final class AnyOrderReading extends DirectReading {
    // Local variables of the generated method.
    private int orderVar;
    private int orderIndexVar;
    private int skipsUnknownVar;

    private Label resumed;

    AnyOrderReading(ClassAssembler codec, TokenReading tokens, byte[][] names) {
        super(codec, tokens, names, List.of());
    }

    @Override
    boolean decodeAll(TokenReading.TokenLoop loop, int words, boolean isFrom) {
        orderVar = valueVar + 2; // valueVar is a long or double and takes two codecConstants
        orderIndexVar = orderVar + 1;
        skipsUnknownVar = orderVar + 2;
        resumed = new Label();
        Label next = new Label();
        Label atEnd = new Label();
        Label mismatch = new Label();
        loadCoder();
        code.visitVarInsn(ASTORE, coderVar);
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("order", "()[I");
        code.visitVarInsn(ASTORE, orderVar);
        code.visitInsn(ICONST_0);
        code.visitVarInsn(ISTORE, orderIndexVar);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
        codec.callInherited("skipsUnknown", "(" + ClassAssembler.CONTEXT_TYPE + ")Z");
        code.visitVarInsn(ISTORE, skipsUnknownVar);
        code.visitLabel(resumed);
        loadArray();
        code.visitLabel(next);
        jumpUnlessAvailable(offsetVar, 1, mismatch);
        code.visitVarInsn(ILOAD, orderIndexVar);
        code.visitVarInsn(ALOAD, orderVar);
        code.visitInsn(ARRAYLENGTH);
        code.visitJumpInsn(IF_ICMPGE, atEnd);
        code.visitVarInsn(ALOAD, orderVar);
        code.visitVarInsn(ILOAD, orderIndexVar);
        code.visitInsn(IALOAD);
        code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        decodeNext(loop, next);
        code.visitLabel(atEnd);
        code.visitVarInsn(ALOAD, coderVar);
        code.visitVarInsn(ILOAD, offsetVar);
        callCoder("endsAt", "(I)Z");
        code.visitJumpInsn(IFEQ, mismatch);
        tokens.finish(words);
        code.visitLabel(mismatch);
        moveDecoderBy(orderIndexVar, false);
        code.visitJumpInsn(GOTO, loop.byName());
        return true;
    }

    @Override
    void resume() {
        code.visitIincInsn(orderIndexVar, 1);
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("position", "()I");
        code.visitVarInsn(ISTORE, offsetVar);
        code.visitJumpInsn(GOTO, resumed);
    }

    /** Emits the decoding of the field whose ordinal is in its variable, and a jump to the label for the next one. */
    private void decodeNext(TokenReading.TokenLoop loop, Label next) {
        Label unknown = new Label();
        Label byToken = new Label();
        Label passed = new Label();
        Map<SharedDecoding, Label> byDecoding = new LinkedHashMap<>();
        Label[] cases = new Label[names.length];
        Arrays.setAll(
                cases,
                i -> kind(i) == null
                        ? byToken
                        : byDecoding.computeIfAbsent(sharedDecoding(i), decoding -> new Label()));
        code.visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, unknown, cases);
        byDecoding.forEach((decoding, label) -> {
            int[] fields = IntStream.range(0, names.length)
                    .filter(i -> decoding.equals(sharedDecoding(i)))
                    .toArray();
            code.visitLabel(label);
            decode(decoding.kind, decoding.enumType == null ? -1 : fields[0], 0, byToken);
            storeEach(fields, passed, byToken);
        });
        code.visitLabel(unknown);
        skipUnknown(loop);
        code.visitLabel(passed);
        code.visitVarInsn(ILOAD, valueEndVar);
        code.visitVarInsn(ISTORE, offsetVar);
        code.visitIincInsn(orderIndexVar, 1);
        code.visitJumpInsn(GOTO, next);
        code.visitLabel(byToken);
        moveDecoderBy(orderIndexVar, true);
        code.visitJumpInsn(GOTO, loop.byOrdinal());
    }

    /**
     * The fields with equal values share one copy of decoding code.
     *
     * @param enumType the enum whose constants the fields hold, or null
     */
    private record SharedDecoding(ColumnKind kind, Class<?> enumType) {}

    /** Returns the key of the shared decoding; null for a field read by tokens. A float is decoded as a double. */
    private SharedDecoding sharedDecoding(int i) {
        ColumnKind kind = kind(i) == ColumnKind.FLOAT32 ? ColumnKind.FLOAT64 : kind(i);
        return kind == null
                ? null
                : new SharedDecoding(kind, isEnum(i) ? codec.members().get(i).type() : null);
    }

    private void storeEach(int[] fields, Label passed, Label byToken) {
        Label[] cases = new Label[fields.length];
        Arrays.setAll(cases, i -> new Label());
        if (fields.length > 1) {
            code.visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
            code.visitLookupSwitchInsn(byToken, fields, cases);
        }
        for (int i = 0; i < fields.length; i++) {
            code.visitLabel(cases[i]);
            store(fields[i], kind(fields[i]), byToken);
            tokens.markSeen(fields[i]);
            code.visitJumpInsn(GOTO, passed);
        }
    }

    /** Emits the skipping of a field that the class lacks. It goes by token if the codec handles unknown fields. */
    private void skipUnknown(TokenReading.TokenLoop loop) {
        Label passed = new Label();
        Label byToken = new Label();
        code.visitVarInsn(ILOAD, skipsUnknownVar);
        code.visitJumpInsn(IFEQ, byToken);
        findEnd("anyEnd", 0, byToken);
        code.visitJumpInsn(GOTO, passed);
        code.visitLabel(byToken);
        moveDecoderBy(orderIndexVar, false);
        code.visitIntInsn(BIPUSH, WireIn.UNKNOWN);
        code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        code.visitJumpInsn(GOTO, loop.unknown());
        code.visitLabel(passed);
    }
}
