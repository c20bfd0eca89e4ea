package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.List;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * The code that takes fields from the array of a {@link FieldDecoder}: see {@link StraightCode}. What is here takes one value and puts
 * it into its field; the order in which fields are taken is the matter of the subclasses.
 */
abstract sealed class StraightReading extends StraightCode permits InOrderReading, AnyOrderReading {
    /** The code for fields that are not taken from the array. */
    final TokenReading tokens;

    private final NumberForms forms;
    private final boolean isUnchecked = ArrayAccess.isUnchecked();

    StraightReading(CodecCode codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        super(codec, names, FieldDecoder.class);
        this.tokens = tokens;
        this.forms = new NumberForms(this, forms);
    }

    /** The code for a format, as it encodes names, and numbers that the code takes by itself. */
    static StraightReading of(CodecCode codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        return isInAnyOrder(names)
                ? new AnyOrderReading(codec, tokens, names)
                : new InOrderReading(codec, tokens, names, forms);
    }

    /** Whether the fields come in an order that the reader tells, and have no names in front. */
    static boolean isInAnyOrder(byte[][] names) {
        return names[0] == null;
    }

    /**
     * Takes fields as long as they are as expected, and returns the object where it ends behind the last one. Else tells the
     * reader where it is, and goes on at a label of the loop that takes them by tokens, or in a method of its own.
     *
     * @param words how many variables have a bit for each field that has been read
     * @param isFrom whether the method is the one that is given an index to begin from
     * @return whether the loop is to follow
     */
    abstract boolean readAll(TokenReading.TokenLoop loop, int words, boolean isFrom);

    /** Goes on after a field that has been taken by its token; what comes then asks for the next one by its name. */
    void resume() {}

    /** Writes the further methods. */
    void writeChunks(ClassVisitor writer) {}

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

    /** Takes the array at hand: another one after a token, maybe. */
    final void loadArray() {
        code.visitVarInsn(ALOAD, coder);
        wire("array", "()[B");
        code.visitVarInsn(ASTORE, array);
        code.visitVarInsn(ALOAD, coder);
        wire("end", "()I");
        code.visitVarInsn(ISTORE, end);
    }

    /** Loads the word of so many bytes whose array and place are on the stack. */
    final void loadWord(int bytes) {
        codec.helper((isUnchecked ? "bare" : "word") + bytes, "([BI)J");
    }

    /** Jumps where there are not so many bytes from an index on. */
    final void jumpUnlessRoom(int from, int count, Label to) {
        code.visitVarInsn(ILOAD, from);
        code.visitVarInsn(ILOAD, end);
        codec.push(count);
        code.visitInsn(ISUB);
        code.visitJumpInsn(IF_ICMPGT, to);
    }

    /** Has the reader be at a place, before or behind the name of the field with this ordinal. */
    final void moveDecoder(int ordinal, boolean isNamed) {
        moveDecoder(() -> codec.push(ordinal), isNamed);
    }

    /** As {@link #moveDecoder(int, boolean)}, for an ordinal in a variable. */
    final void moveDecoderBy(int variable, boolean isNamed) {
        moveDecoder(() -> code.visitVarInsn(ILOAD, variable), isNamed);
    }

    private void moveDecoder(Runnable pushOrdinal, boolean isNamed) {
        code.visitVarInsn(ALOAD, coder);
        code.visitVarInsn(ILOAD, at);
        codec.loadShape();
        pushOrdinal.run();
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        wire("moveTo", "(I" + CodecCode.SHAPE + "IZ)V");
    }

    final void findEnd(String method, int room, Label byToken) {
        loadCoderAndPlace();
        code.visitVarInsn(ILOAD, end);
        wire(method, "([BII)I");
        code.visitVarInsn(ISTORE, after);
        jumpUnlessRoom(after, room, byToken);
    }

    /** Takes a value of a kind, behind whose name the place is, into the variable for it. */
    final void take(ColumnKind kind, int field, int room, Label byToken) {
        take(kind, field, null, room, false, byToken, byToken);
    }

    /**
     * Takes a value of a kind into the variable for it.
     *
     * @param field whose it is, or one of those of its enum; or -1 where the variable ORDINAL has that
     * @param name the name in front of a number whose last bytes are not compared yet ({@link NumberForms#take}), and which the place is
     *     still before when it has been taken; else null
     * @param room how many bytes are to be behind it
     * @param isCovered whether it is known that they are, behind a number in a form that the code takes
     */
    final void take(
            ColumnKind kind, int field, byte[] name, int room, boolean isCovered, Label mismatch, Label byToken) {
        switch (kind) {
            case BOOL -> {
                findEnd("boolEnd", room, byToken);
                loadCoderAndPlace();
                wire("bool", "([BI)Z");
                code.visitVarInsn(ISTORE, value);
            }
            case INT64 -> {
                Label taken = new Label();
                forms.take(name, false, room, isCovered, mismatch, byToken, taken);
                findEnd("int64End", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                wire("int64", "([BII)J");
                code.visitVarInsn(LSTORE, value);
                advance(name == null ? 0 : -name.length);
                code.visitLabel(taken);
            }
            case FLOAT32, FLOAT64 -> {
                Label taken = new Label();
                forms.take(name, true, room, isCovered, mismatch, byToken, taken);
                findEnd("float64End", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                wire("float64", "([BII)D");
                code.visitVarInsn(DSTORE, value);
                advance(name == null ? 0 : -name.length);
                code.visitLabel(taken);
            }
            case TEXT -> {
                findEnd("textEnd", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                loadNumber(field);
                if (field >= 0 && isEnum(field)) {
                    codec.loadNamedValues(field);
                    wire("named", "([BIII" + CodecCode.NAMED_VALUES + ")" + CodecCode.OBJECT);
                } else {
                    wire("text", "([BIII)Ljava/lang/String;");
                }
                code.visitVarInsn(ASTORE, reference);
            }
            case TEMPORAL -> {
                findEnd("temporalEnd", room, byToken);
                loadCoderAndPlace();
                code.visitVarInsn(ILOAD, after);
                loadNumber(field);
                wire("temporal", "([BIII)Ljava/time/temporal/Temporal;");
                code.visitVarInsn(ASTORE, reference);
            }
            case VALUE, NESTED -> throw new IllegalStateException(kind + " is had by tokens");
        }
    }

    /** Whether the last bytes of a name are compared by {@link #take}. */
    final boolean isTakenWithName(ColumnKind kind, byte[] name) {
        boolean isFloat = kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
        return (isFloat || kind == ColumnKind.INT64) && forms.areBehind(name, isFloat);
    }

    final boolean isEnum(int field) {
        return codec.members().get(field).type().isEnum();
    }

    /** The number by which the reader remembers texts of a field. */
    private void loadNumber(int field) {
        // Names that differ in the last character alone have hashes one after another, as the fields have numbers.
        codec.push((codec.plan().shape().typeName().hashCode() * 0x9E37_79B9 >>> 20) + Math.max(0, field));
        if (field < 0) {
            code.visitVarInsn(ILOAD, CodecCode.ORDINAL);
            code.visitInsn(IADD);
        }
    }

    /** Puts what {@link #take} has taken into a field, unless it does not fit. */
    final void put(int i, ColumnKind kind, Label byToken) {
        if (isChar(i)) {
            putChar(i, byToken);
            return;
        }
        switch (kind) {
            case BOOL -> {
                beginPut(i);
                code.visitVarInsn(ILOAD, value);
                endPut(i);
            }
            case INT64 -> {
                checkNarrow(i, byToken);
                beginPut(i);
                code.visitVarInsn(LLOAD, value);
                narrow(i);
                endPut(i);
            }
            case FLOAT32 -> {
                code.visitVarInsn(DLOAD, value);
                codec.helper("isFloat", "(D)Z");
                code.visitJumpInsn(IFEQ, byToken);
                beginPut(i);
                code.visitVarInsn(DLOAD, value);
                code.visitInsn(D2F);
                endPut(i);
            }
            case FLOAT64 -> {
                beginPut(i);
                code.visitVarInsn(DLOAD, value);
                endPut(i);
            }
            case TEXT, TEMPORAL -> putReference(i, byToken);
            case VALUE, NESTED -> throw new IllegalStateException(kind + " is had by tokens");
        }
    }

    /** To be called before the value of a field that may be boxed is put on the stack. */
    private void beginPut(int i) {
        codec.beginPut(i);
        if (isBoxed(i)) {
            if (codec.isRecord()) {
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
                            + Type.getDescriptor(codec.members().get(i).type()));
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

    private void putChar(int i, Label byToken) {
        code.visitVarInsn(ALOAD, reference);
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
    private void putReference(int i, Label byToken) {
        Member member = codec.members().get(i);
        String type = Type.getInternalName(member.type());
        code.visitVarInsn(ALOAD, reference);
        if (member.type().isEnum()) {
            code.visitJumpInsn(IFNULL, byToken);
        } else {
            code.visitTypeInsn(INSTANCEOF, type);
            code.visitJumpInsn(IFEQ, byToken);
        }
        Label same = new Label();
        boolean isCompared = !codec.isRecord() && member.getter() == null;
        if (isCompared) {
            codec.get(i);
            code.visitVarInsn(ALOAD, reference);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginPut(i);
        code.visitVarInsn(ALOAD, reference);
        boolean isPlain = codec.isDirect() && member.setter() == null;
        if (isPlain || codec.isRecord() && !member.type().isEnum()) {
            code.visitTypeInsn(CHECKCAST, type);
        }
        codec.endPut(i);
        code.visitLabel(same);
    }
}
