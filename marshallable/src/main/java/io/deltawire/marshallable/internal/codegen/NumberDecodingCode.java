package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Generates the decoding of numbers in the encodings that a format names, without a call of its decoder. A field mostly
 * has one encoding. The JIT compiler's branch profile of each field then leaves one comparison and a constant value
 * length. The decoder's own methods have one profile for all fields together.
 */
final class NumberDecodingCode implements Opcodes {
    /** The most groups of seven bits that the code decodes; the decoder handles longer numbers. */
    private static final int MAX_GROUPS = 4;

    /** The variable with the divisor, as an offset to the variable of the value. */
    private static final int DIVISOR = 2;

    /** The bytes of a name that are compared in one word with the code after it. */
    static final int TAIL_BYTES = 3;

    private final DirectReading reading;
    private final List<NumberEncoding> forms;

    NumberDecodingCode(DirectReading reading, List<NumberEncoding> forms) {
        this.reading = reading;
        this.forms = forms;
    }

    private List<NumberEncoding> forms(boolean isFloat) {
        return forms.stream().filter(form -> form.kind().isFloat() == isFloat).toList();
    }

    /**
     * Whether the last bytes of a name can be compared together with the code of the number after it: {@link #decode}.
     */
    boolean canShareTail(byte[] name, boolean isFloat) {
        return name.length >= TAIL_BYTES && !forms(isFloat).isEmpty();
    }

    /**
     * Emits the decoding of a number into the variable for the value, with a jump to {@code decoded}. The number goes
     * by token if it, or what has to follow it, is not completely there. Other encodings fall through to the code that
     * follows.
     *
     * @param name the name before the number, whose last {@link #TAIL_BYTES} bytes are not compared yet; null if all
     *     are. After a decoded number the offset is still before the name, and otherwise after it.
     * @param isCovered whether {@code room} bytes are known to follow a number of at most eight bytes
     */
    void decode(
            byte[] name, boolean isFloat, int room, boolean isCovered, Label mismatch, Label byToken, Label decoded) {
        List<NumberEncoding> of = forms(isFloat);
        if (of.isEmpty()) {
            return;
        }
        MethodVisitor code = reading.code;
        Label other = new Label();
        Label inGroups = new Label();
        Label noRoom = new Label();
        Label[] labels = of.stream().map(form -> new Label()).toArray(Label[]::new);
        int before = name == null ? 0 : name.length;
        int tail = name == null ? 0 : tail(name);
        int codeShift = name == null ? 0 : TAIL_BYTES * Byte.SIZE;
        reading.loadArrayAndOffset(name == null ? 0 : before - TAIL_BYTES);
        reading.loadWord(name == null ? 1 : Integer.BYTES);
        code.visitInsn(L2I);
        if (name != null) {
            code.visitInsn(DUP);
            code.visitVarInsn(ISTORE, reading.valueEndVar);
        }
        List<NumberEncoding> sorted = of.stream()
                .sorted(Comparator.comparingInt(form -> tail | form.code() << codeShift))
                .toList();
        code.visitLookupSwitchInsn(
                other,
                sorted.stream()
                        .mapToInt(form -> tail | form.code() << codeShift)
                        .toArray(),
                labels);
        for (int i = 0; i < labels.length; i++) {
            NumberEncoding.Kind kind = sorted.get(i).kind();
            code.visitLabel(labels[i]);
            if (kind.isInGroups()) {
                code.visitLdcInsn(kind.parts());
                code.visitVarInsn(DSTORE, reading.valueVar + DIVISOR);
                code.visitJumpInsn(GOTO, inGroups);
                continue;
            }
            // The offset stays before the name, since every exit that needs another one costs a computation.
            code.visitVarInsn(ILOAD, reading.offsetVar);
            reading.codec.push(before + 1 + kind.bytes());
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.valueEndVar);
            if (!isCovered) {
                reading.jumpUnlessAvailable(reading.valueEndVar, room, noRoom);
            }
            loadValue(kind, before + 1);
            code.visitVarInsn(isFloat ? DSTORE : LSTORE, reading.valueVar);
            code.visitJumpInsn(GOTO, decoded);
        }
        if (of.stream().anyMatch(form -> form.kind().isInGroups())) {
            code.visitLabel(inGroups);
            reading.advanceOffset(before);
            Label notInGroups = new Label();
            decodeGroups(room, byToken, notInGroups);
            reading.advanceOffset(-before);
            code.visitJumpInsn(GOTO, decoded);
            writeTailCheck(name, other, mismatch);
            code.visitLabel(notInGroups);
        } else {
            writeTailCheck(name, other, mismatch);
        }
        Label end = new Label();
        code.visitJumpInsn(GOTO, end);
        code.visitLabel(noRoom);
        reading.advanceOffset(before);
        code.visitJumpInsn(GOTO, byToken);
        code.visitLabel(end);
    }

    /** Emits the path for another encoding, or for a name whose last bytes differ. */
    private void writeTailCheck(byte[] name, Label other, Label mismatch) {
        MethodVisitor code = reading.code;
        code.visitLabel(other);
        if (name == null) {
            return;
        }
        code.visitVarInsn(ILOAD, reading.valueEndVar);
        code.visitLdcInsn((1 << TAIL_BYTES * Byte.SIZE) - 1);
        code.visitInsn(IAND);
        code.visitLdcInsn(tail(name));
        code.visitJumpInsn(IF_ICMPNE, mismatch);
        reading.advanceOffset(name.length);
    }

    /** Returns the last bytes of a name, the first in the lowest bits. */
    private static int tail(byte[] name) {
        int tail = 0;
        for (int i = 0; i < TAIL_BYTES; i++) {
            tail |= (name[name.length - TAIL_BYTES + i] & 0xFF) << i * Byte.SIZE;
        }
        return tail;
    }

    /**
     * Emits the decoding of a number in groups of seven bits. Branches find the number of groups: the processor
     * predicts them, while everything after waits for the offset.
     */
    private void decodeGroups(int room, Label byToken, Label other) {
        MethodVisitor code = reading.code;
        Label decoded = new Label();
        reading.jumpUnlessAvailable(reading.offsetVar, Long.BYTES, other);
        reading.loadArrayAndOffset(0);
        reading.loadWord(8);
        code.visitVarInsn(LSTORE, reading.valueVar);
        for (int groups = 1; groups <= MAX_GROUPS; groups++) {
            Label more = new Label();
            jumpIfAny(0x80L, groups, groups < MAX_GROUPS ? more : other, IFNE);
            if (groups > 1) {
                jumpIfAny(0x7FL, groups, other, IFEQ);
            }
            code.visitVarInsn(ILOAD, reading.offsetVar);
            reading.codec.push(1 + groups);
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.valueEndVar);
            code.visitVarInsn(LLOAD, reading.valueVar);
            reading.codec.callStatic("groups" + groups, "(J)J");
            code.visitVarInsn(LSTORE, reading.valueVar);
            code.visitJumpInsn(GOTO, decoded);
            code.visitLabel(more);
        }
        code.visitLabel(decoded);
        reading.jumpUnlessAvailable(reading.valueEndVar, room, byToken);
        code.visitVarInsn(LLOAD, reading.valueVar);
        code.visitVarInsn(DLOAD, reading.valueVar + DIVISOR);
        reading.codec.callStatic("fraction", "(JD)D");
        code.visitVarInsn(DSTORE, reading.valueVar);
    }

    /** Emits a jump if any bit, or none, of a group is set in the word that begins with the code. */
    private void jumpIfAny(long bits, int group, Label to, int jump) {
        MethodVisitor code = reading.code;
        code.visitVarInsn(LLOAD, reading.valueVar);
        code.visitLdcInsn(bits << Byte.SIZE * group);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(jump, to);
    }

    /** Pushes the value after the code, as a double or a long. */
    private void loadValue(NumberEncoding.Kind kind, int offset) {
        MethodVisitor code = reading.code;
        reading.loadArrayAndOffset(offset);
        reading.loadWord(kind.bytes());
        switch (kind) {
            case INT8 -> signExtend(I2B);
            case INT16 -> signExtend(I2S);
            case INT32 -> signExtend(NOP);
            case UINT8, UINT16, UINT32, INT64 -> {}
            case HUNDREDTHS, TEN_THOUSANDTHS, MILLIONTHS -> throw new IllegalArgumentException(kind.name());
            case FLOAT32 -> {
                code.visitInsn(L2I);
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
                code.visitInsn(F2D);
            }
            case FLOAT64 -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
        }
    }

    /** Emits the sign extension of the lowest bits. */
    private void signExtend(int narrow) {
        MethodVisitor code = reading.code;
        code.visitInsn(L2I);
        if (narrow != NOP) {
            code.visitInsn(narrow);
        }
        code.visitInsn(I2L);
    }
}
