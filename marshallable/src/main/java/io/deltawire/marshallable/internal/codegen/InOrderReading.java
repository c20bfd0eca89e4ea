package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.generated.GeneratedCodec;
import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.NumberEncoding;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;

/** Takes the fields in the order of the class, each behind its name: see {@link StraightCode}. */
final class InOrderReading extends StraightReading {
    /**
     * At most so many fields are read by one method, with all that the JIT compiler makes a part of it: C2 stops at 8,000 bytes of code, its
     * DesiredMethodLimit, and with ten numbers these are more.
     */
    private static final int CHUNK = 9;

    InOrderReading(CodecCode codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        super(codec, tokens, names, forms);
    }

    private int chunks() {
        return (names.length + CHUNK - 1) / CHUNK;
    }

    /** All methods take as many fields, or one more. */
    private int firstOf(int chunk) {
        return chunk * names.length / chunks();
    }

    /** Whether one method takes all fields: the components of a record are its variables. */
    private boolean isInline() {
        return codec.isRecord() || chunks() == 1;
    }

    @Override
    boolean readAll(TokenReading.TokenLoop loop, int words, boolean isFrom) {
        boolean isInline = isInline();
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
        tokens.finishAll();
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
        if (isFrom && !codec.isRecord()) {
            tokens.callReadRest();
            return false;
        }
        tokens.markSeenBelow(words);
        code.visitJumpInsn(GOTO, loop.byName());
        return true;
    }

    /** Has the reader be at the name that was not the expected one. */
    private void moveToMismatch() {
        moveDecoderBy(CodecCode.ORDINAL, false);
    }

    @Override
    void writeChunks(ClassVisitor writer) {
        if (!codec.isRecord()) {
            tokens.writeReadRest(writer);
        }
        for (int chunk = 0; !isInline() && chunk < chunks(); chunk++) {
            MethodVisitor to = writer.visitMethod(
                    ACC_PRIVATE, CodecCode.READ_CHUNK + chunk, CodecCode.READ_CHUNK_DESCRIPTOR, null, null);
            codec.begin(to);
            readMethod(to, chunk);
        }
    }

    /**
     * The body of a method that reads some fields from the position given on. It returns the position after them, or the
     * complement of the ordinal of the first that was not as expected, at whose name the reader is.
     */
    private void readMethod(MethodVisitor to, int chunk) {
        begin(to, CodecCode.FIRST_FREE);
        enterChunk();
        loadCoder();
        code.visitVarInsn(ASTORE, coder);
        Label mismatch = new Label();
        readFields(firstOf(chunk), firstOf(chunk + 1), mismatch);
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
        Room room = new Room(from, to);
        if (from < to) {
            jumpUnlessRoom(at, room.before(from), mismatch);
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
            readField(i, room, mismatch);
        }
        code.visitLabel(stop);
        code.visitJumpInsn(GOTO, past);
        code.visitLabel(handler);
        tokens.throwLocated();
        code.visitLabel(past);
    }

    /** Compares the first bytes of a name, at least, in as few pieces as cover them, which overlap where that makes them fewer. */
    private void jumpUnlessName(byte[] name, int count, Label mismatch) {
        int length = name.length;
        int size = length >= 8 ? 8 : length >= 4 ? 4 : length >= 2 ? 2 : 1;
        for (int i = 0; i < count; i += size) {
            int offset = Math.min(i, length - size);
            loadPlace(offset);
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

    private void readField(int i, Room rooms, Label mismatch) {
        int room = rooms.before(i + 1);
        Label byToken = new Label();
        Label done = new Label();
        ColumnKind kind = kind(i);
        byte[] name = names[i];
        boolean isWithName = kind != null && isTakenWithName(kind, name);
        jumpUnlessName(name, isWithName ? name.length - NumberForms.TAIL : name.length, mismatch);
        if (!isWithName) {
            advance(name.length);
        }
        if (kind != null) {
            Label unfit = new Label();
            take(kind, i, isWithName ? name : null, room, rooms.isCovered(i), mismatch, byToken);
            put(i, kind, unfit);
            code.visitVarInsn(ILOAD, after);
            code.visitVarInsn(ISTORE, at);
            code.visitJumpInsn(GOTO, done);
            code.visitLabel(unfit);
            advance(isWithName ? name.length : 0);
        }
        code.visitLabel(byToken);
        moveDecoder(i, true);
        tokens.readField(i);
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

    /** The compiler is to know that the place, which is before the end, is small: {@link GeneratedCodec#place}. */
    private void boundPlace() {
        code.visitVarInsn(ILOAD, at);
        codec.helper("place", "(I)I");
        code.visitVarInsn(ISTORE, at);
    }

    /**
     * How many bytes there must be from the name of each field on, or behind the last one, before these are looked at. A number in a form that the
     * code takes has at most eight bytes behind its code: where all fields that are still to come cannot be shorter, even so, there
     * is one look for its name, its value and the name behind it.
     */
    private final class Room {
        private final int[] before;
        private final int from;

        Room(int from, int to) {
            this.from = from;
            this.before = new int[to - from + 1];
            for (int i = to - 1; i >= from; i--) {
                before[i - from] = isCovered(i, to) ? least(i) + Long.BYTES + before[i + 1 - from] : least(i);
            }
        }

        int before(int field) {
            return before[field - from];
        }

        /** Whether the room behind the number has been looked at before its name. */
        boolean isCovered(int field) {
            return before(field) > least(field);
        }

        /** Whether an object in which all values are as short as can be has the bytes that are looked for. */
        private boolean isCovered(int field, int to) {
            ColumnKind kind = kind(field);
            if (field + 1 == to || kind == null || !isTakenWithName(kind, names[field])) {
                return false;
            }
            int rest = 0;
            for (int i = field + 1; i < names.length; i++) {
                rest += least(i);
            }
            return Long.BYTES + before[field + 1 - from] <= rest;
        }

        /** The name and the first byte of the value, or two of a date or time. */
        private int least(int field) {
            return names[field].length + (kind(field) == ColumnKind.TEMPORAL ? 2 : 1);
        }
    }
}
