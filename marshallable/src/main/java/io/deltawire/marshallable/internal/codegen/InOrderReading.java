package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import org.objectweb.asm.Label;

/**
 * Generates the decoding of fields that come in the order of the class, each after its name: see
 * {@link DirectFieldCode}. The code compares the expected bytes of each name. At the first other name the rest of the
 * object is read by tokens.
 */
final class InOrderReading extends DirectReading {
    /**
     * The most fields that one method reads. C2 stops inlining into a method at 8,000 bytes of code
     * (DesiredMethodLimit), and ten numbers exceed that.
     */
    private static final int FIELDS_PER_METHOD = 9;

    InOrderReading(ClassAssembler codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        super(codec, tokens, names, forms);
    }

    private int chunks() {
        return (names.length + FIELDS_PER_METHOD - 1) / FIELDS_PER_METHOD;
    }

    /** Returns the first field of a method. The methods have equally many fields, give or take one. */
    private int firstFieldOf(int chunk) {
        return chunk * names.length / chunks();
    }

    /** Whether one method reads all fields. A record is read by one, since its components are local variables. */
    private boolean isInline() {
        return codec.isRecord() || chunks() == 1;
    }

    @Override
    boolean decodeAll(TokenReading.TokenLoop loop, int words, boolean isFrom) {
        boolean isInline = isInline();
        Label mismatch = new Label();
        Label done = new Label();
        loadCoder();
        code.visitVarInsn(ASTORE, coderVar);
        if (isInline) {
            decodeFields(0, names.length, mismatch);
        } else {
            for (int chunk = 0; chunk < chunks(); chunk++) {
                callChunk(ClassAssembler.READ_CHUNK + chunk, ClassAssembler.READ_CHUNK_DESCRIPTOR);
                code.visitInsn(DUP);
                code.visitVarInsn(ISTORE, offsetVar);
                code.visitJumpInsn(IFLT, mismatch);
            }
        }
        Label more = new Label();
        code.visitVarInsn(ALOAD, coderVar);
        code.visitVarInsn(ILOAD, offsetVar);
        callCoder("endsAt", "(I)Z");
        code.visitJumpInsn(IFEQ, more);
        tokens.finishAll();
        code.visitLabel(more);
        moveDecoder(names.length, false);
        codec.push(names.length);
        code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        if (isInline) {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            moveDecoderToMismatch();
        } else {
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(mismatch);
            code.visitVarInsn(ILOAD, offsetVar);
            code.visitInsn(ICONST_M1);
            code.visitInsn(IXOR);
            code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        }
        code.visitLabel(done);
        if (isFrom && !codec.isRecord()) {
            tokens.callReadRest();
            return false;
        }
        tokens.markSeenBelow(words);
        code.visitJumpInsn(GOTO, loop.byName());
        return true;
    }

    /** Emits the move of the reader to the name that was not the expected one. */
    private void moveDecoderToMismatch() {
        moveDecoderBy(ClassAssembler.ORDINAL, false);
    }

    @Override
    void writeChunks() {
        if (!codec.isRecord()) {
            tokens.writeReadRest();
        }
        for (int chunk = 0; !isInline() && chunk < chunks(); chunk++) {
            codec.beginMethod(ACC_PRIVATE, ClassAssembler.READ_CHUNK + chunk, ClassAssembler.READ_CHUNK_DESCRIPTOR);
            writeReadMethod(chunk);
        }
    }

    /**
     * Writes the body of a method that reads some fields from a given offset. It returns the offset after them. After a
     * mismatch it returns the complement of the mismatched field's ordinal, and the reader is at that field's name.
     */
    private void writeReadMethod(int chunk) {
        begin(ClassAssembler.FIRST_FREE);
        enterChunk();
        loadCoder();
        code.visitVarInsn(ASTORE, coderVar);
        Label mismatch = new Label();
        decodeFields(firstFieldOf(chunk), firstFieldOf(chunk + 1), mismatch);
        code.visitVarInsn(ILOAD, offsetVar);
        code.visitInsn(IRETURN);
        code.visitLabel(mismatch);
        moveDecoderToMismatch();
        code.visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
        code.visitInsn(ICONST_M1);
        code.visitInsn(IXOR);
        codec.endMethod(IRETURN);
    }

    private void decodeFields(int from, int to, Label mismatch) {
        loadArray();
        codec.push(from);
        code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
        RequiredBytes room = new RequiredBytes(from, to);
        if (from < to) {
            jumpUnlessAvailable(offsetVar, room.required(from), mismatch);
            boundOffset();
        }
        Label begin = new Label();
        Label stop = new Label();
        Label handler = new Label();
        Label past = new Label();
        code.visitTryCatchBlock(begin, stop, handler, "io/deltawire/wire/WireDataException");
        code.visitLabel(begin);
        for (int i = from; i < to; i++) {
            codec.push(i);
            code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
            decodeField(i, room, mismatch);
        }
        code.visitLabel(stop);
        code.visitJumpInsn(GOTO, past);
        code.visitLabel(handler);
        tokens.throwLocated();
        code.visitLabel(past);
    }

    /** Emits the comparison of the first bytes of a name by words, as few as cover them. Words may overlap. */
    private void jumpUnlessName(byte[] name, int count, Label mismatch) {
        int length = name.length;
        int size = length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
        for (int i = 0; i < count; i += size) {
            int offset = Math.min(i, length - size);
            loadArrayAndOffset(offset);
            loadWord(size);
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

    private void decodeField(int i, RequiredBytes rooms, Label mismatch) {
        int room = rooms.required(i + 1);
        Label byToken = new Label();
        Label done = new Label();
        ColumnKind kind = kind(i);
        byte[] name = names[i];
        boolean isWithName = kind != null && sharesTail(kind, name);
        jumpUnlessName(name, isWithName ? name.length - NumberDecodingCode.TAIL_BYTES : name.length, mismatch);
        if (!isWithName) {
            advanceOffset(name.length);
        }
        if (kind != null) {
            Label valueMismatch = new Label();
            decode(kind, i, isWithName ? name : null, room, rooms.isCovered(i), mismatch, byToken);
            store(i, kind, valueMismatch);
            code.visitVarInsn(ILOAD, valueEndVar);
            code.visitVarInsn(ISTORE, offsetVar);
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(valueMismatch);
            advanceOffset(isWithName ? name.length : 0);
        }
        code.visitLabel(byToken);
        moveDecoder(i, true);
        tokens.readField(i);
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("position", "()I");
        code.visitVarInsn(ISTORE, offsetVar);
        loadArray();
        if (room > 0) {
            codec.push(i + 1);
            code.visitVarInsn(ISTORE, ClassAssembler.ORDINAL);
            jumpUnlessAvailable(offsetVar, room, mismatch);
            boundOffset();
        }
        code.visitLabel(done);
    }

    /**
     * Emits the bound of the offset that lets the compiler drop index computations:
     * {@link GeneratedCodec#boundedOffset}.
     */
    private void boundOffset() {
        code.visitVarInsn(ILOAD, offsetVar);
        codec.callStatic("boundedOffset", "(I)I");
        code.visitVarInsn(ISTORE, offsetVar);
    }

    /**
     * Computes how many bytes have to be available from the name of each field on, or after the last one. A number in
     * an encoding that the code decodes has at most eight bytes after its code. One check then covers its name, its
     * value and the next name. This holds where even the shortest encodings of the fields to come take that many bytes.
     */
    private final class RequiredBytes {
        private final int[] required;
        private final int from;

        RequiredBytes(int from, int to) {
            this.from = from;
            this.required = new int[to - from + 1];
            for (int i = to - 1; i >= from; i--) {
                required[i - from] =
                        isCovered(i, to) ? minimumBytes(i) + Long.BYTES + required[i + 1 - from] : minimumBytes(i);
            }
        }

        int required(int field) {
            return required[field - from];
        }

        /** Whether the bytes after the number were checked before its name. */
        boolean isCovered(int field) {
            return required(field) > minimumBytes(field);
        }

        /** Whether an object with the shortest possible values still has the bytes that a joint check asks for. */
        private boolean isCovered(int field, int to) {
            ColumnKind kind = kind(field);
            if (field + 1 == to || kind == null || !sharesTail(kind, names[field])) {
                return false;
            }
            int rest = 0;
            for (int i = field + 1; i < names.length; i++) {
                rest += minimumBytes(i);
            }
            return Long.BYTES + required[field + 1 - from] <= rest;
        }

        /** The length of the name and of the shortest value: one byte, or two for a date or time. */
        private int minimumBytes(int field) {
            return names[field].length + (kind(field) == ColumnKind.TEMPORAL ? 2 : 1);
        }
    }
}
