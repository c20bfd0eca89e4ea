package io.deltawire.marshallable.internal.codegen;

import io.deltawire.wire.spi.object.ColumnKind;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.ArrayAccess;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Type;

/**
 * Generates code that decodes fields from the array of a {@link FieldDecoder}: see {@link DirectFieldCode}. This class
 * decodes one value and stores it into its field. The subclasses decide in which order fields are decoded.
 */
abstract sealed class DirectReading extends DirectFieldCode permits InOrderReading, AnyOrderReading {
    /** Reads the fields that cannot be decoded from the array. */
    final TokenReading tokens;

    private final NumberDecodingCode forms;
    private final boolean isUnchecked = ArrayAccess.isUnchecked();

    DirectReading(ClassAssembler codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        super(codec, names, FieldDecoder.class);
        this.tokens = tokens;
        this.forms = new NumberDecodingCode(this, forms);
    }

    /**
     * Creates the code for a format, from its encoded names and the number encodings that the code decodes by itself.
     */
    static DirectReading create(ClassAssembler codec, TokenReading tokens, byte[][] names, List<NumberEncoding> forms) {
        return isInAnyOrder(names)
                ? new AnyOrderReading(codec, tokens, names)
                : new InOrderReading(codec, tokens, names, forms);
    }

    /** Whether the fields have no names in front and come in an order that the reader gives. */
    static boolean isInAnyOrder(byte[][] names) {
        return names[0] == null;
    }

    /**
     * Emits the decoding of fields while they are as expected, and the return of the object if it ends after the last
     * one. After a mismatch the code moves the reader to the current offset. It continues at a label of the token loop
     * or in a separate method.
     *
     * @param words the number of variables with a bit for each field that has been read
     * @param isFrom whether the method is given the offset to start from
     * @return whether the token loop has to follow
     */
    abstract boolean decodeAll(TokenReading.TokenLoop loop, int words, boolean isFrom);

    /**
     * Emits the return to direct decoding after a field that was read by token. Without it the loop reads the next
     * name.
     */
    void resume() {}

    void writeChunks() {}

    /**
     * Emits the load of the first offset, from the reader or from the variable after the arguments. That variable is
     * reused later.
     */
    void beginRead(int firstFree, boolean isGiven) {
        begin(firstFree);
        if (isGiven) {
            code.visitVarInsn(ILOAD, ClassAssembler.INSTANCE);
        } else {
            loadCoder();
            callCoder("position", "()I");
        }
        code.visitVarInsn(ISTORE, offsetVar);
    }

    /** Emits the load of the current array and its end; reading a token may replace the array. */
    final void loadArray() {
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("array", "()[B");
        code.visitVarInsn(ASTORE, arrayVar);
        code.visitVarInsn(ALOAD, coderVar);
        callCoder("end", "()I");
        code.visitVarInsn(ISTORE, endVar);
    }

    /** Emits the load of a word from the array and offset on the stack. */
    final void loadWord(int bytes) {
        codec.callStatic((isUnchecked ? "uncheckedWord" : "word") + bytes, "([BI)J");
    }

    /** Emits a jump if fewer than {@code count} bytes are available from an offset. */
    final void jumpUnlessAvailable(int from, int count, Label to) {
        code.visitVarInsn(ILOAD, from);
        code.visitVarInsn(ILOAD, endVar);
        codec.push(count);
        code.visitInsn(ISUB);
        code.visitJumpInsn(IF_ICMPGT, to);
    }

    /** Emits the move of the reader to the current offset, before or after the name of the field with this ordinal. */
    final void moveDecoder(int ordinal, boolean isNamed) {
        moveDecoder(() -> codec.push(ordinal), isNamed);
    }

    /** Does the same as {@link #moveDecoder(int, boolean)} for an ordinal in a variable. */
    final void moveDecoderBy(int variable, boolean isNamed) {
        moveDecoder(() -> code.visitVarInsn(ILOAD, variable), isNamed);
    }

    private void moveDecoder(Runnable pushOrdinal, boolean isNamed) {
        code.visitVarInsn(ALOAD, coderVar);
        code.visitVarInsn(ILOAD, offsetVar);
        codec.loadShape();
        pushOrdinal.run();
        code.visitInsn(isNamed ? ICONST_1 : ICONST_0);
        callCoder("moveTo", "(I" + ClassAssembler.SHAPE + "IZ)V");
    }

    final void findEnd(String method, int room, Label byToken) {
        loadCoderArrayAndOffset();
        code.visitVarInsn(ILOAD, endVar);
        callCoder(method, "([BII)I");
        code.visitVarInsn(ISTORE, valueEndVar);
        jumpUnlessAvailable(valueEndVar, room, byToken);
    }

    /** Emits the decoding of a value after its name, into the variable for its kind. */
    final void decode(ColumnKind kind, int field, int room, Label byToken) {
        decode(kind, field, null, room, false, byToken, byToken);
    }

    /**
     * Emits the decoding of a value into the variable for its kind.
     *
     * @param field the field, or one field of its enum type; -1 if the variable ORDINAL has the ordinal
     * @param name the name before a number whose last bytes are not compared yet ({@link NumberDecodingCode#decode});
     *     else null. The offset is still before that name after the decoding.
     * @param room how many bytes have to follow the value
     * @param isCovered whether they are known to follow a number in an encoding that the code decodes
     */
    final void decode(
            ColumnKind kind, int field, byte[] name, int room, boolean isCovered, Label mismatch, Label byToken) {
        switch (kind) {
            case BOOL -> {
                findEnd("boolEnd", room, byToken);
                loadCoderArrayAndOffset();
                callCoder("bool", "([BI)Z");
                code.visitVarInsn(ISTORE, valueVar);
            }
            case INT64 -> {
                Label decoded = new Label();
                forms.decode(name, false, room, isCovered, mismatch, byToken, decoded);
                findEnd("int64End", room, byToken);
                loadCoderArrayAndOffset();
                code.visitVarInsn(ILOAD, valueEndVar);
                callCoder("int64", "([BII)J");
                code.visitVarInsn(LSTORE, valueVar);
                advanceOffset(name == null ? 0 : -name.length);
                code.visitLabel(decoded);
            }
            case FLOAT32, FLOAT64 -> {
                Label decoded = new Label();
                forms.decode(name, true, room, isCovered, mismatch, byToken, decoded);
                findEnd("float64End", room, byToken);
                loadCoderArrayAndOffset();
                code.visitVarInsn(ILOAD, valueEndVar);
                callCoder("float64", "([BII)D");
                code.visitVarInsn(DSTORE, valueVar);
                advanceOffset(name == null ? 0 : -name.length);
                code.visitLabel(decoded);
            }
            case TEXT -> {
                findEnd("textEnd", room, byToken);
                loadCoderArrayAndOffset();
                code.visitVarInsn(ILOAD, valueEndVar);
                loadCacheNumber(field);
                if (field >= 0 && isEnum(field)) {
                    codec.loadNamedValues(field);
                    callCoder("named", "([BIII" + ClassAssembler.NAMED_VALUES + ")" + ClassAssembler.OBJECT);
                } else {
                    callCoder("text", "([BIII)Ljava/lang/String;");
                }
                code.visitVarInsn(ASTORE, referenceVar);
            }
            case TEMPORAL -> {
                findEnd("temporalEnd", room, byToken);
                loadCoderArrayAndOffset();
                code.visitVarInsn(ILOAD, valueEndVar);
                loadCacheNumber(field);
                callCoder("temporal", "([BIII)Ljava/time/temporal/Temporal;");
                code.visitVarInsn(ASTORE, referenceVar);
            }
            case VALUE, NESTED -> throw new IllegalStateException(kind + " goes by tokens");
        }
    }

    /** Whether {@link #decode} compares the last bytes of the name. */
    final boolean sharesTail(ColumnKind kind, byte[] name) {
        boolean isFloat = kind == ColumnKind.FLOAT32 || kind == ColumnKind.FLOAT64;
        return (isFloat || kind == ColumnKind.INT64) && forms.canShareTail(name, isFloat);
    }

    final boolean isEnum(int field) {
        return codec.members().get(field).type().isEnum();
    }

    /** Pushes the number by which the reader caches texts of a field. */
    private void loadCacheNumber(int field) {
        // Names that differ in the last character alone have successive hashes, as fields have successive numbers.
        codec.push((codec.plan().shape().typeName().hashCode() * 0x9E37_79B9 >>> 20) + Math.max(0, field));
        if (field < 0) {
            code.visitVarInsn(ILOAD, ClassAssembler.ORDINAL);
            code.visitInsn(IADD);
        }
    }

    /** Emits the store of a decoded value into a field, or a jump if the value does not fit. */
    final void store(int i, ColumnKind kind, Label byToken) {
        if (isChar(i)) {
            storeChar(i, byToken);
            return;
        }
        switch (kind) {
            case BOOL -> {
                beginStore(i);
                code.visitVarInsn(ILOAD, valueVar);
                endStore(i);
            }
            case INT64 -> {
                checkNarrow(i, byToken);
                beginStore(i);
                code.visitVarInsn(LLOAD, valueVar);
                narrow(i);
                endStore(i);
            }
            case FLOAT32 -> {
                code.visitVarInsn(DLOAD, valueVar);
                codec.callStatic("isFloat", "(D)Z");
                code.visitJumpInsn(IFEQ, byToken);
                beginStore(i);
                code.visitVarInsn(DLOAD, valueVar);
                code.visitInsn(D2F);
                endStore(i);
            }
            case FLOAT64 -> {
                beginStore(i);
                code.visitVarInsn(DLOAD, valueVar);
                endStore(i);
            }
            case TEXT, TEMPORAL -> storeReference(i, byToken);
            case VALUE, NESTED -> throw new IllegalStateException(kind + " goes by tokens");
        }
    }

    /** Prepares the store of a value that may have to be boxed. */
    private void beginStore(int i) {
        codec.beginStore(i);
        if (isBoxed(i)) {
            if (codec.isRecord()) {
                code.visitInsn(ACONST_NULL);
            } else {
                codec.loadField(i);
            }
        }
    }

    private void endStore(int i) {
        if (isBoxed(i)) {
            codec.callStatic(
                    "box",
                    "(" + ClassAssembler.OBJECT + Type.getDescriptor(primitiveType(i)) + ")"
                            + Type.getDescriptor(codec.members().get(i).type()));
        }
        codec.endStore(i);
    }

    private void checkNarrow(int i, Label byToken) {
        if (primitiveType(i) == long.class) {
            return;
        }
        code.visitVarInsn(LLOAD, valueVar);
        narrow(i);
        code.visitInsn(I2L);
        code.visitVarInsn(LLOAD, valueVar);
        code.visitInsn(LCMP);
        code.visitJumpInsn(IFNE, byToken);
    }

    private void narrow(int i) {
        Class<?> type = primitiveType(i);
        if (type != long.class) {
            code.visitInsn(L2I);
        }
        if (type == byte.class) {
            code.visitInsn(I2B);
        } else if (type == short.class) {
            code.visitInsn(I2S);
        }
    }

    private void storeChar(int i, Label byToken) {
        code.visitVarInsn(ALOAD, referenceVar);
        codec.callStatic("singleChar", "(Ljava/lang/String;)I");
        code.visitInsn(DUP);
        code.visitVarInsn(ISTORE, valueVar);
        code.visitJumpInsn(IFLT, byToken);
        beginStore(i);
        code.visitVarInsn(ILOAD, valueVar);
        code.visitInsn(I2C);
        endStore(i);
    }

    /** Emits a store of a reference unless the field holds it already: a store runs the garbage collector's barrier. */
    private void storeReference(int i, Label byToken) {
        FieldAccess member = codec.members().get(i);
        String type = Type.getInternalName(member.type());
        code.visitVarInsn(ALOAD, referenceVar);
        if (member.type().isEnum()) {
            code.visitJumpInsn(IFNULL, byToken);
        } else {
            code.visitTypeInsn(INSTANCEOF, type);
            code.visitJumpInsn(IFEQ, byToken);
        }
        Label same = new Label();
        boolean isCompared = !codec.isRecord() && member.getter() == null;
        if (isCompared) {
            codec.loadField(i);
            code.visitVarInsn(ALOAD, referenceVar);
            code.visitJumpInsn(IF_ACMPEQ, same);
        }
        codec.beginStore(i);
        code.visitVarInsn(ALOAD, referenceVar);
        boolean isPlain = codec.isDirect() && member.setter() == null;
        if (isPlain || codec.isRecord() && !member.type().isEnum()) {
            code.visitTypeInsn(CHECKCAST, type);
        }
        codec.endStore(i);
        code.visitLabel(same);
    }
}
