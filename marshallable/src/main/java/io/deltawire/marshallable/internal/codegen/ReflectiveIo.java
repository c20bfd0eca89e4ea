package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.codec.FieldIo;
import io.deltawire.marshallable.internal.codec.Misfit;
import io.deltawire.marshallable.internal.codec.Numbers;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.codec.Session;
import io.deltawire.marshallable.internal.codec.Slot;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import java.lang.reflect.Field;

/**
 * Reaches fields by reflection. Serves where code cannot be generated, and is what generated code is compared with in
 * tests.
 */
public final class ReflectiveIo extends FieldIo {
    private final ObjectCodec codec;
    private final ClassPlan plan;
    private final Shape shape;
    private final FieldPlan[] fields;
    private final String[] comments;
    private final Slot[] slots;

    public ReflectiveIo(ObjectCodec codec) {
        this.codec = codec;
        this.plan = codec.plan();
        this.shape = plan.shape();
        this.fields = plan.fields().toArray(new FieldPlan[0]);
        this.comments = plan.fields().stream().map(FieldPlan::comment).toArray(String[]::new);
        this.slots = codec.slots();
    }

    @Override
    public void writeFields(WireOut out, Object object, Session session) {
        for (int i = 0; i < fields.length; i++) {
            String comment = comments[i];
            if (comment != null && session.writesComments()) {
                out.comment(comment);
            }
            out.field(i);
            try {
                writeField(out, object, i, session);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e); // made accessible when the plan was made
            }
        }
    }

    private void writeField(WireOut out, Object object, int i, Session session) throws IllegalAccessException {
        Field field = fields[i].field();
        switch (fields[i].kind()) {
            case BOOLEAN -> out.bool(field.getBoolean(object));
            case BYTE -> out.int64(field.getByte(object));
            case SHORT -> out.int64(field.getShort(object));
            case CHAR -> out.text(Numbers.charText(field.getChar(object)));
            case INT -> out.int64(field.getInt(object));
            case LONG -> out.int64(field.getLong(object));
            case FLOAT -> out.float32(field.getFloat(object));
            case DOUBLE -> out.float64(field.getDouble(object));
            default -> slots[i].codec().writeOrNull(out, field.get(object), session);
        }
    }

    @Override
    public Object readFields(WireIn in, Object target, Session session) {
        return plan.instances().isRecord() ? readRecord(in, session) : readObject(in, target, session);
    }

    private Object readObject(WireIn in, Object target, Session session) {
        boolean reused = target != null;
        Object object = reused ? codec.recycled(target) : codec.newInstance(in, session);
        long[] seen = new long[(fields.length + 63) >> 6];
        for (int i = session.firstField(in, shape); i != WireIn.END; i = in.nextField(shape)) {
            int ordinal = i >= 0 ? i : codec.unknownField(in, object, session);
            if (ordinal >= 0) {
                seen[ordinal >> 6] |= 1L << ordinal;
                try {
                    readField(in, object, ordinal, reused, session);
                } catch (Misfit e) {
                    throw e.inField(shape.name(ordinal));
                } catch (IllegalAccessException e) {
                    throw new AssertionError(e); // made accessible when the plan was made
                }
            }
        }
        if (reused) {
            for (int word = 0; word < seen.length; word++) {
                codec.resetUnseen(in, object, session, word, seen[word]);
            }
        }
        return object;
    }

    private void readField(WireIn in, Object object, int i, boolean reused, Session session)
            throws IllegalAccessException {
        Field field = fields[i].field();
        switch (fields[i].kind()) {
            case BOOLEAN -> field.setBoolean(object, in.bool());
            case BYTE -> field.setByte(object, Numbers.int8(in.int64(), in, session));
            case SHORT -> field.setShort(object, Numbers.int16(in.int64(), in, session));
            case CHAR -> field.setChar(object, Numbers.char16(in.text(), in, session));
            case INT -> field.setInt(object, Numbers.int32(in.int64(), in, session));
            case LONG -> field.setLong(object, in.int64());
            case FLOAT -> field.setFloat(object, Numbers.float32(in.float64(), in, session));
            case DOUBLE -> field.setDouble(object, in.float64());
            default -> {
                Object held = reused ? field.get(object) : null;
                Object reuse = held == null || codec.sharedDefaults().has(held, i) ? null : held;
                field.set(object, slots[i].codec().readOrNull(in, reuse, session));
            }
        }
    }

    private Object readRecord(WireIn in, Session session) {
        Object[] values = new Object[fields.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = zero(fields[i]);
        }
        for (int i = session.firstField(in, shape); i != WireIn.END; i = in.nextField(shape)) {
            int ordinal = i >= 0 ? i : codec.unknownField(in, null, session);
            if (ordinal >= 0) {
                // Null is no value of a primitive: its codec says so.
                try {
                    values[ordinal] = fields[ordinal].isPrimitive()
                            ? slots[ordinal].codec().read(in, null, session)
                            : slots[ordinal].codec().readOrNull(in, null, session);
                } catch (Misfit e) {
                    throw e.inField(shape.name(ordinal));
                }
            }
        }
        return codec.newInstance(in, session, values);
    }

    private static Object zero(FieldPlan field) {
        return switch (field.kind()) {
            case BOOLEAN -> false;
            case BYTE -> (byte) 0;
            case SHORT -> (short) 0;
            case CHAR -> (char) 0;
            case INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            default -> field.type().raw() == java.util.Optional.class ? java.util.Optional.empty() : null;
        };
    }
}
