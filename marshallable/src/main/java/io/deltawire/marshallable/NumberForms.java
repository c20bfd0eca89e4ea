package io.deltawire.marshallable;

import io.deltawire.wire.spi.NumberForm;
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

    private final StraightReading reading;
    private final List<NumberForm> forms;

    NumberForms(StraightReading reading, List<NumberForm> forms) {
        this.reading = reading;
        this.forms =
                forms.stream().sorted(Comparator.comparingInt(NumberForm::code)).toList();
    }

    /**
     * Takes a number of one of the forms into the variable for it and goes on at a label; goes by the token where it or what is to
     * be behind it is not there as a whole. What follows is for other forms.
     */
    void take(boolean isFloat, int room, Label byToken, Label taken) {
        List<NumberForm> of =
                forms.stream().filter(form -> form.kind().isFloat() == isFloat).toList();
        if (of.isEmpty()) {
            return;
        }
        MethodVisitor code = reading.code;
        Label other = new Label();
        Label inGroups = new Label();
        Label[] labels = of.stream().map(form -> new Label()).toArray(Label[]::new);
        reading.loadPlace(0);
        reading.codec.helper("word1", "([BI)J");
        code.visitInsn(L2I);
        code.visitLookupSwitchInsn(other, of.stream().mapToInt(NumberForm::code).toArray(), labels);
        for (int i = 0; i < labels.length; i++) {
            NumberForm.Kind kind = of.get(i).kind();
            code.visitLabel(labels[i]);
            if (kind.isInGroups()) {
                code.visitLdcInsn(kind.parts());
                code.visitVarInsn(DSTORE, reading.value + PARTS);
                code.visitJumpInsn(GOTO, inGroups);
                continue;
            }
            code.visitVarInsn(ILOAD, reading.at);
            reading.codec.push(1 + kind.bytes());
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.after);
            reading.jumpUnlessRoom(reading.after, room, byToken);
            load(kind);
            code.visitVarInsn(isFloat ? DSTORE : LSTORE, reading.value);
            code.visitJumpInsn(GOTO, taken);
        }
        if (of.stream().anyMatch(form -> form.kind().isInGroups())) {
            code.visitLabel(inGroups);
            takeGroups(room, byToken, other);
            code.visitJumpInsn(GOTO, taken);
        }
        code.visitLabel(other);
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
        reading.codec.helper("word8", "([BI)J");
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
            reading.jumpUnlessRoom(reading.after, room, byToken);
            code.visitVarInsn(LLOAD, reading.value);
            reading.codec.helper("groups" + groups, "(J)J");
            code.visitJumpInsn(GOTO, taken);
            code.visitLabel(more);
        }
        code.visitLabel(taken);
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
    private void load(NumberForm.Kind kind) {
        MethodVisitor code = reading.code;
        reading.loadPlace(1);
        reading.codec.helper("word" + kind.bytes(), "([BI)J");
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
