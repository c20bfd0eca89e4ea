package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.schema.FieldKind;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The code of a codec that writes fields by tokens. */
final class TokenWriting implements Opcodes {
    private final CodecCode codec;

    TokenWriting(CodecCode codec) {
        this.codec = codec;
    }

    /** Writes every field in order. */
    void writeFields() {
        codec.loadObject();
        for (int i = 0; i < codec.slots().length; i++) {
            String comment = codec.plan().fields().get(i).comment();
            if (comment != null) {
                codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
                codec.code().visitLdcInsn(comment);
                codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
                codec.helper("comment", "(L" + CodecCode.OUT + ";Ljava/lang/String;" + CodecCode.SESSION + ")V");
            }
            codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
            codec.push(i);
            codec.out("field", "(I)V");
            writeField(i);
        }
        codec.end(RETURN);
    }

    /** Writes the value of a field. */
    void writeField(int i) {
        FieldKind kind = codec.plan().fields().get(i).kind();
        boolean isTemporal =
                CodecCode.TEMPORALS.containsKey(codec.members().get(i).type());
        if (kind == FieldKind.OTHER && !isTemporal) {
            codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
            codec.get(i);
            codec.constant(CodecCode.OBJECT, codec.slotIndexes()[i]);
            codec.code().visitVarInsn(ALOAD, CodecCode.THE_SESSION);
            codec.helper(
                    "writeValue",
                    "(L" + CodecCode.OUT + ";" + CodecCode.OBJECT + CodecCode.OBJECT + CodecCode.SESSION + ")V");
            return;
        }
        if (kind == FieldKind.OTHER || kind == FieldKind.STRING) {
            writeNullable(i, isTemporal);
            return;
        }
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.get(i);
        switch (kind) {
            case BOOLEAN -> codec.out("bool", "(Z)V");
            case CHAR -> {
                codec.helper("charText", "(C)Ljava/lang/String;");
                codec.out("text", "(Ljava/lang/CharSequence;)V");
            }
            case LONG -> codec.out("int64", "(J)V");
            case FLOAT -> codec.out("float32", "(F)V");
            case DOUBLE -> codec.out("float64", "(D)V");
            default -> {
                codec.code().visitInsn(I2L);
                codec.out("int64", "(J)V");
            }
        }
    }

    private void writeNullable(int i, boolean isTemporal) {
        Label isNull = new Label();
        Label done = new Label();
        codec.get(i);
        codec.code().visitVarInsn(ASTORE, CodecCode.ORDINAL);
        codec.code().visitVarInsn(ALOAD, CodecCode.ORDINAL);
        codec.code().visitJumpInsn(IFNULL, isNull);
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.code().visitVarInsn(ALOAD, CodecCode.ORDINAL);
        if (codec.members().get(i).getter() != null) {
            codec.code()
                    .visitTypeInsn(
                            CHECKCAST,
                            Type.getInternalName(codec.members().get(i).type()));
        }
        if (isTemporal) {
            codec.out("temporal", "(Ljava/time/temporal/Temporal;)V");
        } else {
            codec.out("text", "(Ljava/lang/CharSequence;)V");
        }
        codec.code().visitJumpInsn(GOTO, done);
        codec.code().visitLabel(isNull);
        codec.code().visitVarInsn(ALOAD, CodecCode.WIRE);
        codec.out("nullValue", "()V");
        codec.code().visitLabel(done);
    }
}
