package io.deltawire.marshallable;

import io.deltawire.marshallable.CodecGenerator.Member;
import io.deltawire.wire.spi.ColumnKind;
import io.deltawire.wire.spi.FieldDecoder;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The code that takes fields from the array of a {@link FieldDecoder}: see {@link StraightCode}. */
final class StraightReading extends StraightCode<CodecReading> {
    /** As many fields as are read by one method: reading takes more code than writing. */
    private static final int CHUNK = 6;

    StraightReading(CodecReading codec, byte[][] names) {
        super(codec, names, FieldDecoder.class);
    }

    /** How many methods there are, where it is not one for all. */
    int chunks() {
        return (names.length + CHUNK - 1) / CHUNK;
    }

    /**
     * Takes the index of the first field from the reader, or from the variable after the arguments, which is to be another
     * one.
     */
    void beginRead(MethodVisitor to, int firstFree, boolean isGiven) {
        begin(to, firstFree);
        if (isGiven) {
            code.visitVarInsn(ILOAD, CodecCode.OBJ);
        } else {
            loadCoder();
            wire("position", "()I");
        }
        code.visitVarInsn(ISTORE, at);
    }

    /**
     * Reads fields as long as they are as expected, and returns the object where it ends behind the last one. What comes
     * then expects the ordinal of the field before which the reader is in variable ORDINAL; the reader has been told.
     */
    void readAll(boolean isInline) {
        Label mismatch = new Label();
        Label done = new Label();
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        if (isInline) {
            readFields(0, names.length, mismatch);
        } else {
            for (int chunk = 0; chunk < chunks(); chunk++) {
                call(CodecCode.READ_CHUNK + chunk, CodecCode.READ_CHUNK_DESCRIPTOR);
                code.visitInsn(DUP);
                code.visitVarInsn(ISTORE, at);
                code.visitJumpInsn(IFLT, mismatch);
            }
        }
        Label more = new Label();
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        wire("endsAt", "(I)Z");
        code.visitJumpInsn(IFEQ, more);
        codec.finishAll();
        code.visitLabel(more);
        moveDecoder(names.length, false);
        codec.push(names.length);
        code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
        if (isInline) {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            moveToMismatch();
        } else {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            code.visitVarInsn(ILOAD, at);
            code.visitInsn(ICONST_M1);
            code.visitInsn(IXOR);
            code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
        }
        code.visitLabel(done);
    }

    /** Has the reader be at the name that was not the expected one. */
    private void moveToMismatch() {
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        codec.loadShape();
        code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
        code.visitInsn(ICONST_0);
        wire("moveTo", "(I" + CodecCode.SHAPE + "IZ)V");
    }

    /**
     * The body of a method that reads some fields from the position given on. It returns the position after them, or the
     * complement of the ordinal of the first that was not as expected, at whose name the reader is.
     */
    void readMethod(MethodVisitor to, int chunk, int firstFree) {
        begin(to, firstFree);
        enterChunk();
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        Label mismatch = new Label();
        int from = chunk * CHUNK;
        readFields(from, Math.min(names.length, from + CHUNK), mismatch);
        code.visitVarInsn(ILOAD, at);
        code.visitInsn(IRETURN);
        code.visitLabel(mismatch);
        moveToMismatch();
        code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
        code.visitInsn(ICONST_M1);
        code.visitInsn(IXOR);
        codec.end(IRETURN);
    }

    private void readFields(int from, int to, Label mismatch) {
        loadArray();
        codec.push(from);
        code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
        if (from < to) {
            jumpUnlessRoom(at, names[from].length + 1, mismatch);
            boundPlace();
        }
        Label begin = new Label();
        Label stop = new Label();
        Label handler = new Label();
        Label past = new Label();
        code.visitTryCatchBlock(begin, stop, handler, "io/deltawire/wire/WireDataException");
        code.visitLabel(begin);
        for (int i = from; i < to; i++) {
            codec.push(i);
            code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
            jumpUnlessName(names[i], mismatch);
            advance(names[i].length);
            readField(i, i + 1 < to ? names[i + 1].length + 1 : 0, mismatch);
        }
        code.visitLabel(stop);
        code.visitJumpInsn(GOTO, past);
        code.visitLabel(handler);
        codec.throwLocated();
        code.visitLabel(past);
    }

    /** Takes the array at hand: another one after a token, maybe. */
    private void loadArray() {
        code.visitVarInsn(ALOAD, coder);
        wire("array", "()[B");
        code.visitVarInsn(ASTORE, array);
        code.visitVarInsn(ALOAD, coder);
        wire("end", "()I");
        code.visitVarInsn(ISTORE, end);
    }

    /** Compares the name in as few pieces as cover it, which overlap where that makes them fewer. */
    private void jumpUnlessName(byte[] name, Label mismatch) {
        int length = name.length;
        int size = length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
        for (int i = 0; i < length; i += size) {
            int offset = Math.min(i, length - size);
            loadPlace(offset);
            codec.helper("word" + size, "([BI)J");
            code.visitLdcInsn(word(name, offset, size));
            code.visitInsn(LCMP);
            code.visitJumpInsn(IFNE, mismatch);
        }
    }

    private static long word(byte[] name, int offset, int size) {
        long word = 0;
        for (int i = 0; i < size; i++) {
            word |= (name[offset + i] & 0xFFL) << 8 * i;
        }
        return word;
    }

    /** Jumps where there are not so many bytes from an index on. */
    private void jumpUnlessRoom(int from, int count, Label to) {
        code.visitVarInsn(ILOAD, from);
        code.visitVarInsn(ILOAD, end);
        codec.push(count);
        code.visitInsn(ISUB);
        code.visitJumpInsn(IF_ICMPGT, to);
    }

    private void readField(int i, int room, Label mismatch) {
        Label byToken = new Label();
        Label done = new Label();
        ColumnKind kind = kind(i);
        if (kind != null) {
            if (kind.isReference()) {
                readReference(i, kind, room, byToken);
            } else {
                readPrimitive(i, kind, room, byToken);
            }
            code.visitVarInsn(ILOAD, after);
            code.visitVarInsn(ISTORE, at);
            code.visitJumpInsn(GOTO, done);
        }
        code.visitLabel(byToken);
        moveDecoder(i, true);
        codec.readField(i);
        code.visitVarInsn(ALOAD, coder);
        wire("position", "()I");
        code.visitVarInsn(ISTORE, at);
        loadArray();
        if (room > 0) {
            codec.push(i + 1);
            code.visitVarInsn(ISTORE, CodecCode.ORDINAL);
            jumpUnlessRoom(at, room, mismatch);
            boundPlace();
        }
        code.visitLabel(done);
    }

    private void moveDecoder(int ordinal, boolean isNamed) {
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        codec.loadShape();
        codec.push(ordinal);
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        wire("moveTo", "(I" + CodecCode.SHAPE + "IZ)V");
    }

    /** The compiler is to know that the place, which is before the end, is small: {@link GeneratedCodec#place}. */
    private void boundPlace() {
        code.visitVarInsn(ILOAD, at);
        codec.helper("place", "(I)I");
        code.visitVarInsn(ISTORE, at);
    }

    private void findEnd(String method, int room, Label byToken) {
        loadCoderAndPlace();
        code.visitVarInsn(ILOAD, end);
        wire(method, "([BII)I");
        code.visitVarInsn(ISTORE, after);
        jumpUnlessRoom(after, room, byToken);
    }

    private void readPrimitive(int i, ColumnKind kind, int room, Label byToken) {
        switch (kind) {
            case BOOL -> {
                findEnd("boolEnd", room, byToken);
                beginPut(i);
                loadCoderAndPlace();
                wire("bool", "([BI)Z");
            }
            case INT64 -> {
                findEnd("int64End", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                wire("int64", "([BII)J");
                code.visitVarInsn(LSTORE, value);
                checkNarrow(i, byToken);
                beginPut(i);
                code.visitVarInsn(LLOAD, value);
                narrow(i);
            }
            default -> {
                findEnd("float64End", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                wire("float64", "([BII)D");
                code.visitVarInsn(DSTORE, value);
                if (kind == ColumnKind.FLOAT32) {
                    code.visitVarInsn(DLOAD, value);
                    codec.helper("isFloat", "(D)Z");
                    code.visitJumpInsn(IFEQ, byToken);
                }
                beginPut(i);
                code.visitVarInsn(DLOAD, value);
                if (kind == ColumnKind.FLOAT32) {
                    code.visitInsn(D2F);
                }
            }
        }
        endPut(i);
    }

    /** To be called before the value of a field that may be boxed is put on the stack. */
    private void beginPut(int i) {
        codec.beginPut(i);
        if (isBoxed(i)) {
            if (codec.isRecord) {
                code.visitInsn(ACONST_NULL);
            } else {
                codec.get(i);
            }
        }
    }

    private void endPut(int i) {
        if (isBoxed(i)) {
            codec.helper(
                    "box",
                    "(" + CodecCode.OBJECT + Type.getDescriptor(primitive(i)) + ")"
                            + Type.getDescriptor(codec.members.get(i).type()));
        }
        codec.endPut(i);
    }

    private void checkNarrow(int i, Label byToken) {
        if (primitive(i) == long.class) {
            return;
        }
        code.visitVarInsn(LLOAD, value);
        narrow(i);
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, value);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, byToken);
    }

    private void narrow(int i) {
        Class<?> type = primitive(i);
        if (type != long.class) {
            code.visitInsn(L2I);
        }
        if (type == byte.class) {
            code.visitInsn(I2B);
        } else if (type == short.class) {
            code.visitInsn(I2S);
        }
    }

    private void readReference(int i, ColumnKind kind, int room, Label byToken) {
        boolean isText = kind == ColumnKind.TEXT;
        findEnd(isText ? "textEnd" : "temporalEnd", room, byToken);
        loadCoderAndPlace();
        code.visitVarInsn(ILOAD, after);
        codec.push((codec.plan.shape.typeName().hashCode() & 0xFFF) + i);
        if (isText) {
            wire("text", "([BIII)Ljava/lang/String;");
        } else {
            wire("temporal", "([BIII)Ljava/time/temporal/Temporal;");
        }
        if (isChar(i)) {
            storeChar(i, byToken);
            return;
        }
        code.visitVarInsn(ASTORE, reference);
        storeReference(i, byToken);
    }

    private void storeChar(int i, Label byToken) {
        codec.helper("onlyChar", "(Ljava/lang/String;)I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, value);
        code.visitJumpInsn(IFLT, byToken);
        beginPut(i);
        code.visitVarInsn(ILOAD, value);
        code.visitInsn(I2C);
        endPut(i);
    }

    /** Puts the value into its field, unless it is there: a store tells the garbage collector. */
    private void storeReference(int i, Label byToken) {
        Member member = codec.members.get(i);
        String type = Type.getInternalName(member.type());
        if (member.type().isEnum()) {
            codec.loadSlot(i);
            code.visitVarInsn(ALOAD, reference);
            codec.helper("enumConstant", "(" + CodecCode.OBJECT + CodecCode.OBJECT + ")" + CodecCode.OBJECT);
            code.visitVarInsn(ASTORE, reference);
        }
        code.visitVarInsn(ALOAD, reference);
        if (member.type().isEnum()) {
            code.visitJumpInsn(IFNULL, byToken);
        } else {
            code.visitTypeInsn(INSTANCEOF, type);
            code.visitJumpInsn(IFEQ, byToken);
        }
        Label same = new Label();
        boolean isCompared = !codec.isRecord && member.getter() == null;
        if (isCompared) {
            codec.get(i);
            code.visitVarInsn(ALOAD, reference);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginPut(i);
        code.visitVarInsn(ALOAD, reference);
        boolean isPlain = codec.isDirect && member.setter() == null;
        if (isPlain || codec.isRecord && !member.type().isEnum()) {
            code.visitTypeInsn(CHECKCAST, type);
        }
        codec.endPut(i);
        code.visitLabel(same);
    }
}
