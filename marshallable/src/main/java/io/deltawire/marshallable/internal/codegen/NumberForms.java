package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The code that takes numbers in the forms that a format names, without asking its decoder. A field has mostly one form, so what the JIT
 * compiler has counted at the jump of each field leaves one comparison of it, and the length of its value is a constant. In the
 * decoder's own methods all fields are counted together.
 */
final class NumberForms implements Opcodes {
    /** Numbers of more groups of seven bits are asked for. */
    private static final int MOST_GROUPS = 4;

    /** The variable with what a number is to be divided by, behind that of its value. */
    private static final int PARTS = 2;

    /** So many bytes of a name are one word with the code behind it. */
    static final int TAIL = 3;

    private final StraightReading reading;
    private final List<NumberEncoding> forms;

    NumberForms(StraightReading reading, List<NumberEncoding> forms) {
        this.reading = reading;
        this.forms = forms;
    }

    private List<NumberEncoding> forms(boolean isFloat) {
        return forms.stream().filter(form -> form.kind().isFloat() == isFloat).toList();
    }

    /** Whether the last bytes of a name can be looked at together with the code of a number behind it: {@link #take}. */
    boolean areBehind(byte[] name, boolean isFloat) {
        return name.length >= TAIL && !forms(isFloat).isEmpty();
    }

    /**
     * Takes a number of one of the forms into the variable for it and goes on at a label; goes by the token where it or what is to
     * be behind it is not there as a whole. What follows is for other forms.
     *
     * @param name the name in front of the number, of which the last {@link #TAIL} bytes have not been compared yet; null where it has been
     *     passed. The place is still before it where a number has been taken, and behind it otherwise.
     * @param isCovered whether there are {@code room} bytes behind a number of at most eight
     */
    void take(byte[] name, boolean isFloat, int room, boolean isCovered, Label mismatch, Label byToken, Label taken) {
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
        int codeShift = name == null ? 0 : TAIL * Byte.SIZE;
        reading.loadPlace(name == null ? 0 : before - TAIL);
        reading.loadWord(name == null ? 1 : Integer.BYTES);
        code.visitInsn(L2I);
        if (name != null) {
            code.visitInsn(DUP);
            code.visitVarInsn(ISTORE, reading.after);
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
                code.visitVarInsn(DSTORE, reading.value + PARTS);
                code.visitJumpInsn(GOTO, inGroups);
                continue;
            }
            // The place stays before the name: each that a way out may need is one more to be computed.
            code.visitVarInsn(ILOAD, reading.at);
            reading.codec.push(before + 1 + kind.bytes());
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.after);
            if (!isCovered) {
                reading.jumpUnlessRoom(reading.after, room, noRoom);
            }
            load(kind, before + 1);
            code.visitVarInsn(isFloat ? DSTORE : LSTORE, reading.value);
            code.visitJumpInsn(GOTO, taken);
        }
        if (of.stream().anyMatch(form -> form.kind().isInGroups())) {
            code.visitLabel(inGroups);
            reading.advance(before);
            Label behind = new Label();
            takeGroups(room, byToken, behind);
            reading.advance(-before);
            code.visitJumpInsn(GOTO, taken);
            passTail(name, other, mismatch);
            code.visitLabel(behind);
        } else {
            passTail(name, other, mismatch);
        }
        Label end = new Label();
        code.visitJumpInsn(GOTO, end);
        code.visitLabel(noRoom);
        reading.advance(before);
        code.visitJumpInsn(GOTO, byToken);
        code.visitLabel(end);
    }

    /** Comes from where the code behind a name was none of the forms, or its last bytes were others. */
    private void passTail(byte[] name, Label other, Label mismatch) {
        MethodVisitor code = reading.code;
        code.visitLabel(other);
        if (name == null) {
            return;
        }
        code.visitVarInsn(ILOAD, reading.after);
        code.visitLdcInsn((1 << TAIL * Byte.SIZE) - 1);
        code.visitInsn(IAND);
        code.visitLdcInsn(tail(name));
        code.visitJumpInsn(IF_ICMPNE, mismatch);
        reading.advance(name.length);
    }

    /** The last bytes of a name, the lowest first. */
    private static int tail(byte[] name) {
        int tail = 0;
        for (int i = 0; i < TAIL; i++) {
            tail |= (name[name.length - TAIL + i] & 0xFF) << i * Byte.SIZE;
        }
        return tail;
    }

    /**
     * Takes a number in groups of seven bits. How many they are is found by branches, which the processor foresees; the position is
     * what all that follows waits for.
     */
    private void takeGroups(int room, Label byToken, Label other) {
        MethodVisitor code = reading.code;
        Label taken = new Label();
        reading.jumpUnlessRoom(reading.at, Long.BYTES, other);
        reading.loadPlace(0);
        reading.loadWord(8);
        code.visitVarInsn(LSTORE, reading.value);
        for (int groups = 1; groups <= MOST_GROUPS; groups++) {
            Label more = new Label();
            jumpIfAny(0x80L, groups, groups < MOST_GROUPS ? more : other, IFNE);
            if (groups > 1) {
                jumpIfAny(0x7FL, groups, other, IFEQ);
            }
            code.visitVarInsn(ILOAD, reading.at);
            reading.codec.push(1 + groups);
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.after);
            code.visitVarInsn(LLOAD, reading.value);
            reading.codec.helper("groups" + groups, "(J)J");
            code.visitVarInsn(LSTORE, reading.value);
            code.visitJumpInsn(GOTO, taken);
            code.visitLabel(more);
        }
        code.visitLabel(taken);
        reading.jumpUnlessRoom(reading.after, room, byToken);
        code.visitVarInsn(LLOAD, reading.value);
        code.visitVarInsn(DLOAD, reading.value + PARTS);
        reading.codec.helper("ofParts", "(JD)D");
        code.visitVarInsn(DSTORE, reading.value);
    }

    /** Jumps where any of some bits of a group is set, or none, in the word that begins with the code. */
    private void jumpIfAny(long bits, int group, Label to, int jump) {
        MethodVisitor code = reading.code;
        code.visitVarInsn(LLOAD, reading.value);
        code.visitLdcInsn(bits << Byte.SIZE * group);
        code.visitInsn(LAND);
        code.visitInsn(LCONST_0);
        code.visitInsn(LCMP);
        code.visitJumpInsn(jump, to);
    }

    /** Loads what is behind the code: as a double, or as a long. */
    private void load(NumberEncoding.Kind kind, int offset) {
        MethodVisitor code = reading.code;
        reading.loadPlace(offset);
        reading.loadWord(kind.bytes());
        switch (kind) {
            case INT8 -> extend(I2B);
            case INT16 -> extend(I2S);
            case INT32 -> extend(NOP);
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

    /** Gives the lowest bits their sign. */
    private void extend(int narrow) {
        MethodVisitor code = reading.code;
        code.visitInsn(L2I);
        if (narrow != NOP) {
            code.visitInsn(narrow);
        }
        code.visitInsn(I2L);
    }
}
