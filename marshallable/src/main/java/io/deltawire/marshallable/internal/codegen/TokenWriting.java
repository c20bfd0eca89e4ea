package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.schema.FieldKind;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Generates the code that writes fields by tokens: all fields, or those that direct encoding leaves. */
final class TokenWriting implements Opcodes {
    private final ClassAssembler codec;

    TokenWriting(ClassAssembler codec) {
        this.codec = codec;
    }

    /** Emits the writing of every field in order. */
    void writeFields() {
        codec.loadObject();
        for (int i = 0; i < codec.codecConstants().length; i++) {
            String comment = codec.plan().fields().get(i).comment();
            if (comment != null) {
                codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
                codec.code().visitLdcInsn(comment);
                codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
                codec.callStatic(
                        "writeComment",
                        "(L" + ClassAssembler.OUT + ";Ljava/lang/String;" + ClassAssembler.CONTEXT_TYPE + ")V");
            }
            codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
            codec.push(i);
            codec.callWriter("field", "(I)V");
            writeField(i);
        }
        codec.endMethod(RETURN);
    }

    /** Emits the writing of a field's value. */
    void writeField(int i) {
        FieldKind kind = codec.plan().fields().get(i).kind();
        boolean isTemporal =
                ClassAssembler.TEMPORALS.containsKey(codec.members().get(i).type());
        if (kind == FieldKind.OTHER && !isTemporal) {
            codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
            codec.loadField(i);
            codec.loadCodec(i);
            codec.code().visitVarInsn(ALOAD, ClassAssembler.CONTEXT);
            codec.callStatic(
                    "writeValue",
                    "(L" + ClassAssembler.OUT + ";" + ClassAssembler.OBJECT + ClassAssembler.OBJECT
                            + ClassAssembler.CONTEXT_TYPE + ")V");
            return;
        }
        if (kind == FieldKind.OTHER || kind == FieldKind.STRING) {
            writeNullable(i, isTemporal);
            return;
        }
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.loadField(i);
        switch (kind) {
            case BOOLEAN -> codec.callWriter("bool", "(Z)V");
            case CHAR -> {
                codec.callStatic("charText", "(C)Ljava/lang/String;");
                codec.callWriter("text", "(Ljava/lang/CharSequence;)V");
            }
            case LONG -> codec.callWriter("int64", "(J)V");
            case FLOAT -> codec.callWriter("float32", "(F)V");
            case DOUBLE -> codec.callWriter("float64", "(D)V");
            default -> {
                codec.code().visitInsn(I2L);
                codec.callWriter("int64", "(J)V");
            }
        }
    }

    private void writeNullable(int i, boolean isTemporal) {
        Label isNull = new Label();
        Label done = new Label();
        codec.loadField(i);
        codec.code().visitVarInsn(ASTORE, ClassAssembler.ORDINAL);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.ORDINAL);
        codec.code().visitJumpInsn(IFNULL, isNull);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.ORDINAL);
        if (codec.members().get(i).getter() != null) {
            codec.code()
                    .visitTypeInsn(
                            CHECKCAST,
                            Type.getInternalName(codec.members().get(i).type()));
        }
        if (isTemporal) {
            codec.callWriter("temporal", "(Ljava/time/temporal/Temporal;)V");
        } else {
            codec.callWriter("text", "(Ljava/lang/CharSequence;)V");
        }
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(isNull);
        codec.code().visitVarInsn(ALOAD, ClassAssembler.WIRE);
        codec.callWriter("nullValue", "()V");
        codec.code().visitLabel(done);
    }
}
