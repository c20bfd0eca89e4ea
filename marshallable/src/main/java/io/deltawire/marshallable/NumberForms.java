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
        Label[] labels = of.stream().map(form -> new Label()).toArray(Label[]::new);
        reading.loadPlace(0);
        reading.codec.helper("word1", "([BI)J");
        code.visitInsn(L2I);
        code.visitLookupSwitchInsn(other, of.stream().mapToInt(NumberForm::code).toArray(), labels);
        for (int i = 0; i < labels.length; i++) {
            NumberForm.Kind kind = of.get(i).kind();
            code.visitLabel(labels[i]);
            code.visitVarInsn(ILOAD, reading.at);
            reading.codec.push(1 + kind.bytes());
            code.visitInsn(IADD);
            code.visitVarInsn(ISTORE, reading.after);
            reading.jumpUnlessRoom(reading.after, room, byToken);
            load(kind);
            code.visitVarInsn(isFloat ? DSTORE : LSTORE, reading.value);
            code.visitJumpInsn(GOTO, taken);
        }
        code.visitLabel(other);
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
