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
 * Takes the fields in an order that the reader tells: {@link io.deltawire.wire.spi.object.FieldDecoder#order}. For fields {@code long a, b} it is
 *
 * <pre>{@code
 * for (int place = 0; place < order.length; place++) {
 *     int i = order[place];
 *     int after;
 *     switch (i) {
 *         case 0, 1: // all of one kind together: so there is one copy of what takes it, however many fields there are
 *             after = decoder.int64End(array, at, end);
 *             if (after > end) byToken;
 *             long value = decoder.int64(array, at, after);
 *             switch (i) {
 *                 case 0: seen |= 1; t.a = value; break;
 *                 case 1: seen |= 2; t.b = value; break;
 *             }
 *             break;
 *         default:
 *             after = decoder.anyEnd(array, at, end);
 *             if (after > end) byToken;
 *     }
 *     at = after;
 * }
 * }</pre>
 *
 * <p>What is not as expected is taken by its token, and what comes after it straight again.
 */
final class AnyOrderReading extends StraightReading {
    // Variables of the method.
    private int order;
    private int place;
    private int passesUnknown;

    private Label resumed;

    AnyOrderReading(CodecCode codec, TokenReading tokens, byte[][] names) {
        super(codec, tokens, names, List.of());
    }

    @Override
    boolean readAll(TokenReading.TokenLoop loop, int words, boolean isFrom) {
        order = value + 2; // which takes two
        place = order + 1;
        passesUnknown = order + 2;
        resumed = new Label();
        Label next = new Label();
        Label atEnd = new Label();
        Label mismatch = new Label();
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        code.visitVarInsn(ALOAD, coder);
        wire("order", "()[I");
        code.visitVarInsn(ASTORE, order);
        code.visitInsn(ICONST_0);
        code.visitVarInsn(ISTORE, place);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, CodecCode.THE_SESSION);
        codec.own("passesUnknown", "(" + CodecCode.SESSION + ")Z");
        code.visitVarInsn(ISTORE, passesUnknown);
        code.visitLabel(resumed);
        loadArray();
        code.visitLabel(next);
        jumpUnlessRoom(at, 1, mismatch);
        code.visitVarInsn(ILOAD, place);
        code.visitVarInsn(ALOAD, order);
        code.visitInsn(ARRAYLENGTH);
        code.visitJumpInsn(IF_ICMPGE, atEnd);
        code.visitVarInsn(ALOAD, order);
        code.visitVarInsn(ILOAD, place);
        code.visitInsn(IALOAD);
        code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
        takeNext(loop, next);
        code.visitLabel(atEnd);
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        wire("endsAt", "(I)Z");
        code.visitJumpInsn(IFEQ, mismatch);
        tokens.finish(words);
        code.visitLabel(mismatch);
        moveDecoderBy(place, false);
        code.visitJumpInsn(GOTO, loop.byName());
        return true;
    }

    @Override
    void resume() {
        code.visitIincInsn(place, 1);
        code.visitVarInsn(ALOAD, coder);
        wire("position", "()I");
        code.visitVarInsn(ISTORE, at);
        code.visitJumpInsn(GOTO, resumed);
    }

    /** Takes the field whose ordinal is in the variable for it, and goes on at a label. */
    private void takeNext(TokenReading.TokenLoop loop, Label next) {
        Label unknown = new Label();
        Label byToken = new Label();
        Label passed = new Label();
        Map<Way, Label> byWay = new LinkedHashMap<>();
        Label[] cases = new Label[names.length];
        Arrays.setAll(cases, i -> kind(i) == null ? byToken : byWay.computeIfAbsent(way(i), way -> new Label()));
        code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
        code.visitTableSwitchInsn(0, cases.length - 1, unknown, cases);
        byWay.forEach((way, label) -> {
            int[] fields = IntStream.range(0, names.length)
                    .filter(i -> way.equals(way(i)))
                    .toArray();
            code.visitLabel(label);
            take(way.kind, way.enumType == null ? -1 : fields[0], 0, byToken);
            putEach(fields, passed, byToken);
        });
        code.visitLabel(unknown);
        passUnknown(loop);
        code.visitLabel(passed);
        code.visitVarInsn(ILOAD, after);
        code.visitVarInsn(ISTORE, at);
        code.visitIincInsn(place, 1);
        code.visitJumpInsn(GOTO, next);
        code.visitLabel(byToken);
        moveDecoderBy(place, true);
        code.visitJumpInsn(GOTO, loop.byOrdinal());
    }

    /**
     * What fields have in common that one copy of code takes.
     *
     * @param enumType whose constants they hold, or null
     */
    private record Way(ColumnKind kind, Class<?> enumType) {}

    /** How a field is taken, a float as a double; or null where it goes by its token. */
    private Way way(int i) {
        ColumnKind kind = kind(i) == ColumnKind.FLOAT32 ? ColumnKind.FLOAT64 : kind(i);
        return kind == null
                ? null
                : new Way(kind, isEnum(i) ? codec.members().get(i).type() : null);
    }

    private void putEach(int[] fields, Label passed, Label byToken) {
        Label[] cases = new Label[fields.length];
        Arrays.setAll(cases, i -> new Label());
        if (fields.length > 1) {
            code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
            code.visitLookupSwitchInsn(byToken, fields, cases);
        }
        for (int i = 0; i < fields.length; i++) {
            code.visitLabel(cases[i]);
            put(fields[i], kind(fields[i]), byToken);
            tokens.markSeen(fields[i]);
            code.visitJumpInsn(GOTO, passed);
        }
    }

    /** Passes over a field that the class does not have; by its token where something is done with it. */
    private void passUnknown(TokenReading.TokenLoop loop) {
        Label passed = new Label();
        Label byToken = new Label();
        code.visitVarInsn(ILOAD, passesUnknown);
        code.visitJumpInsn(IFEQ, byToken);
        findEnd("anyEnd", 0, byToken);
        code.visitJumpInsn(GOTO, passed);
        code.visitLabel(byToken);
        moveDecoderBy(place, false);
        code.visitIntInsn(BIPUSH, WireIn.UNKNOWN);
        code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
        code.visitJumpInsn(GOTO, loop.unknown());
        code.visitLabel(passed);
    }
}
