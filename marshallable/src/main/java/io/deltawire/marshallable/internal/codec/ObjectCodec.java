package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.ReadMarshallable;
import io.deltawire.marshallable.UnknownFields;
import io.deltawire.marshallable.WriteMarshallable;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.marshallable.internal.schema.GenericType;
import io.deltawire.marshallable.internal.schema.NamedTypes;
import io.deltawire.marshallable.internal.schema.NearestName;
import io.deltawire.marshallable.internal.schema.SharedDefaults;
import io.deltawire.marshallable.internal.schema.TypeNames;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.FieldDecoder;
import io.deltawire.wire.spi.object.FieldEncoder;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.text.Printable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;

/** Objects with fields, records among them: by hand where the class does it by hand, else by a {@link FieldIo}. */
public final class ObjectCodec extends ValueCodec {
    private volatile FieldColumns untyped;
    private final GenericType type;
    private final Class<?> raw;
    private final Codecs scope;
    private final boolean writesByHand;
    private final boolean readsByHand;
    private final boolean keepsUnknown;
    private final boolean isRecord;
    private final boolean isEqualByFields;
    private volatile ClassPlan plan;
    private volatile List<FieldPlan> keys;
    private FieldIo io;
    private Encoded encoded;
    private SharedDefaults sharedDefaults; // two threads may both make it, and make the same
    private Equality equality; // as above
    private boolean isUsed; // two threads may both find that it is not

    ObjectCodec(GenericType type, Codecs scope) {
        this.type = type;
        this.raw = type.raw();
        this.scope = scope;
        this.writesByHand = WriteMarshallable.class.isAssignableFrom(raw);
        this.readsByHand = ReadMarshallable.class.isAssignableFrom(raw);
        this.keepsUnknown = UnknownFields.class.isAssignableFrom(raw);
        this.isRecord = raw.isRecord();
        this.isEqualByFields = isEqualByFields(raw);
    }

    public Class<?> type() {
        return raw;
    }

    /**
     * Takes note that an object of the class is written or read, so that the class is known by its name from now on. That there is a codec
     * for it is not enough: a field that is never written or read has one as well, and no name in the input may stand for its class. The code for
     * its fields is made when it is used first.
     */
    private void use() {
        if (!isUsed) {
            NamedTypes.shared().know(raw);
            isUsed = true;
        }
    }

    /**
     * What of the class is on the wire.
     *
     * @throws io.deltawire.wire.WireDataException where the fields of the class cannot be reached
     */
    public ClassPlan plan() {
        ClassPlan made = plan;
        if (made == null) {
            made = makePlan();
        }
        return made;
    }

    private synchronized ClassPlan makePlan() {
        if (plan == null) {
            plan = ClassPlan.of(type);
        }
        return plan;
    }

    /** The codecs of the fields. */
    public Slot[] slots() {
        List<FieldPlan> fields = plan().fields();
        Slot[] slots = new Slot[fields.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(scope.declared(fields.get(i).type()));
        }
        return slots;
    }

    private FieldIo io() {
        FieldIo made = io;
        return made != null ? made : makeIo();
    }

    /** Made without the lock: enums of fields are initialised by it, and may use this class themselves in another thread. */
    private FieldIo makeIo() {
        FieldIo made = CodecServices.get().fieldIo(this);
        use();
        synchronized (this) {
            if (io == null) {
                io = made;
            }
            return io;
        }
    }

    /**
     * Code for the fields in one format.
     *
     * @param names how that format encodes names
     * @param io what there is for it: at least the code for all formats
     * @param next for another format, or null
     */
    private record Encoded(Shape.Attachment<byte[][]> names, FieldIo io, Encoded next) {}

    /** The fields for a format whose encoders and decoders can be used. */
    private FieldIo io(Shape.Attachment<byte[][]> names, List<NumberEncoding> forms) {
        FieldIo made = made(names);
        return made != null ? made : make(names, forms);
    }

    @SuppressWarnings("ReferenceEquality") // an attachment is its own identity
    private FieldIo made(Shape.Attachment<byte[][]> names) {
        for (Encoded each = encoded; each != null; each = each.next) {
            if (each.names == names) {
                return each.io;
            }
        }
        return null;
    }

    /** As {@link #makeIo}. */
    private FieldIo make(Shape.Attachment<byte[][]> names, List<NumberEncoding> forms) {
        byte[][] bytes = plan().shape().get(names);
        FieldIo made =
                bytes.length == plan().fields().size() ? CodecServices.get().fieldIo(this, bytes, forms) : null;
        made = made == null ? io() : made;
        use();
        synchronized (this) {
            FieldIo first = made(names);
            if (first == null) {
                encoded = new Encoded(names, made, encoded);
            }
            return first == null ? made : first;
        }
    }

    /**
     * The fields as columns, for one wire; null where there are none, or the class does or keeps more than its fields. Always the
     * same instance where they are flat.
     */
    public FieldColumns columns(Session session) {
        return writesByHand || readsByHand || keepsUnknown ? null : io().columns(session);
    }

    /** The same, for objects written without their type name: always the same instance for a wire, or null. */
    public FieldColumns untypedColumns(Session session) {
        FieldColumns made = untyped;
        return made != null ? made : session.untypedColumns(this, this::newUntypedColumns);
    }

    /** Makes what {@link #untypedColumns} gives, where the session does not have it yet. */
    private FieldColumns newUntypedColumns(Session session) {
        FieldColumns columns = columns(session);
        if (columns == null || !columns.isFlat()) {
            return columns == null ? null : new ColumnsOf(columns);
        }
        synchronized (this) {
            if (untyped == null) {
                untyped = new ColumnsOf(columns);
            }
            return untyped;
        }
    }

    @Override
    boolean hasFields() {
        return true;
    }

    @Override
    public String tag(Object value, Session session) {
        return session.nameOf(raw);
    }

    @Override
    public void write(WireOut out, Object value, Session session) {
        if (writesByHand) {
            use();
            out.beginObject();
            writeByHand(out, (WriteMarshallable) value);
        } else {
            out.beginObject(plan().shape());
            writeFields(out, value, session);
        }
        out.endObject();
    }

    private void writeByHand(WireOut out, WriteMarshallable value) {
        if (!(out instanceof NestingGuard writer)) {
            value.writeMarshallable(out);
            return;
        }
        int depth = writer.depth();
        int before = writer.setGuard(depth);
        try {
            value.writeMarshallable(out);
            if (writer.depth() != depth) {
                throw new IllegalStateException(
                        describe() + ".writeMarshallable() has begun an object or list that it has not ended");
            }
        } finally {
            writer.setGuard(before);
        }
    }

    /** Whether {@link #writeFields} can be used. */
    public boolean writesFields() {
        return !writesByHand;
    }

    /** Writes the fields into an object that is begun with the shape of the {@link #plan}. */
    public void writeFields(WireOut out, Object value, Session session) {
        boolean isStraight = out instanceof FieldEncoder encoder
                && !(session.writesComments() && plan().hasComments())
                && encoder.takesFields();
        FieldIo fields = isStraight ? io(((FieldEncoder) out).names(), ((FieldEncoder) out).numberEncodings()) : io();
        fields.writeFields(out, value, session);
        if (keepsUnknown) {
            writeKept(out, (UnknownFields) value, session);
        }
    }

    /** The code that puts the fields straight into an encoder's array, if that can always be used; else null. */
    public FieldIo straight(FieldEncoder encoder, Session session) {
        if (keepsUnknown || writesByHand || session.writesComments() && plan().hasComments()) {
            return null;
        }
        FieldIo fields = io(encoder.names(), encoder.numberEncodings());
        return fields != null && fields.isStraight() ? fields : null;
    }

    /** The code that takes the fields straight from a decoder's array, after a head; null for none. */
    public FieldIo straight(MessageDecoder decoder, MessagePrefix head) {
        FieldIo fields = readsByHand ? null : io(decoder.names(head), decoder.numberEncodings());
        return fields != null && fields.isStraight() ? fields : null;
    }

    private void writeKept(WireOut out, UnknownFields object, Session session) {
        Map<String, Object> kept = object.unknownFields();
        if (kept != null) {
            ValueCodec any = Codecs.exact(Object.class);
            for (Map.Entry<String, Object> entry : kept.entrySet()) {
                String name = entry.getKey();
                if (plan().shape().ordinal(name) >= 0) {
                    throw session.unwritable(
                            "the unknown field " + Printable.quote(name) + " is a field of " + describe() + " itself");
                }
                out.field(name);
                any.writeOrNull(out, entry.getValue(), session);
            }
        }
    }

    @Override
    public Object read(WireIn in, Object reuse, Session session) {
        Object target = reusable(reuse);
        if (readsByHand) {
            if (target == null) {
                target = newInstance(in, session);
            }
            use();
            in.beginObject();
            readByHand(in, (ReadMarshallable) target);
        } else {
            boolean isBegun = session.hasFirstField();
            if (!isBegun) {
                in.beginObject();
            }
            FieldIo fields = isBegun ? io() : ioFor(in);
            target = fields.readFields(in, target, session); // not by readEntered: a frame more for each level
        }
        in.endObject();
        return target;
    }

    private void readByHand(WireIn in, ReadMarshallable target) {
        if (!(in instanceof NestingDepth reader)) {
            target.readMarshallable(in);
            return;
        }
        int depth = reader.depth();
        target.readMarshallable(in);
        int left = reader.depth();
        if (left != depth) {
            throw new IllegalStateException(describe() + ".readMarshallable() has "
                    + (left > depth ? "begun an object or list that it has not ended" : "ended what it has not begun"));
        }
    }

    /** The object to be read into, where it can be: of this class, and with fields that can be set. */
    public Object reusable(Object former) {
        return former != null && former.getClass() == raw && !isRecord ? former : null;
    }

    private FieldIo ioFor(WireIn in) {
        return in instanceof FieldDecoder decoder ? io(decoder.names(), decoder.numberEncodings()) : io();
    }

    /** Reads the fields of an object that has been entered, where it {@link #readsFields}; does not end it. */
    public Object readEntered(WireIn in, Object reuse, Session session) {
        return ioFor(in).readFields(in, reusable(reuse), session);
    }

    /** Whether {@link #read} can take an object whose first field has been looked at already. */
    public boolean readsFields() {
        return !readsByHand;
    }

    /** Gives an object of the class what is in the fields of another one, which nobody uses any more. */
    public void moveFields(Object from, Object to) {
        for (FieldPlan field : plan().fields()) {
            field.set(to, field.get(from));
        }
    }

    /** Makes an object, of a record with these components. */
    public Object newInstance(WireIn in, Session session, Object... components) {
        try {
            return plan().instances().make(components);
        } catch (IllegalStateException e) {
            throw session.misfit(in, e.getMessage(), e);
        }
    }

    /**
     * Deals with an entry that is not in the shape.
     *
     * @param object the object being read, or null where there is none yet
     * @return the ordinal of the field that had this name before; the value is next. Otherwise -1: the entry is done.
     */
    public int unknownField(WireIn in, Object object, Session session) {
        if (!session.hasFirstName() && in.peek() == WireToken.KEY) {
            if (session.refusesUnknown()) {
                throw session.misfit(in, "expected a field of " + describe() + " but was a key that is not text");
            }
            in.key();
            in.skipValue();
            in.skipValue();
            return -1;
        }
        String name = session.unknownName(in);
        ClassPlan known = plan();
        int ordinal = known.formerOrdinal(name);
        if (ordinal >= 0) {
            return ordinal;
        }
        if (keepsUnknown && object != null) {
            ((UnknownFields) object)
                    .unknownField(name, Codecs.exact(Object.class).readOrNull(in, null, session));
        } else if (session.refusesUnknown()) {
            throw session.misfit(
                    in,
                    "expected a field of " + describe() + " but was " + Printable.quote(name)
                            + NearestName.hint(name, known.shape().names()));
        } else {
            in.skipValue();
        }
        return -1;
    }

    /** Whether {@link #unknownField} does nothing but pass over entries, whatever they are. */
    public boolean passesUnknown(Session session) {
        return !keepsUnknown && !session.refusesUnknown() && plan().aliases().isEmpty();
    }

    private String describe() {
        return TypeNames.simpleName(raw);
    }

    /**
     * Gives the fields that the input did not have their defaults, so that no former value stays.
     *
     * @param word which 64 fields
     * @param seen a bit for each of them that has been read
     */
    public void resetUnseen(WireIn in, Object object, Session session, int word, long seen) {
        List<FieldPlan> fields = plan().fields();
        Object fresh = null;
        for (int i = word << 6, end = Math.min(fields.size(), i + 64); i < end; i++) {
            if ((seen & 1L << i) == 0) {
                fresh = fresh == null ? newInstance(in, session) : fresh;
                fields.get(i).set(object, fields.get(i).get(fresh));
            }
        }
    }

    /** Makes an object of former fields ready to be read into. */
    public Object recycled(Object former) {
        if (keepsUnknown) {
            Map<String, Object> kept = ((UnknownFields) former).unknownFields();
            if (kept != null && !kept.isEmpty()) {
                kept.clear();
            }
        }
        return former;
    }

    /** The defaults that all new objects hold, as those from static fields: to read into one would change it in all. */
    public SharedDefaults sharedDefaults() {
        SharedDefaults made = sharedDefaults;
        if (made == null) {
            made = SharedDefaults.of(plan());
            sharedDefaults = made;
        }
        return made;
    }

    /** What a field holds, where it may be filled again; null where all new objects share it. */
    public Object ownValue(Object held, int ordinal) {
        return sharedDefaults().has(held, ordinal) ? null : held;
    }

    /** Compares objects of the class by their fields. */
    public Equality equality() {
        Equality made = equality;
        if (made == null) {
            made = CodecServices.get().equality(plan());
            equality = made;
        }
        return made;
    }

    /** Whether objects are compared by their fields, since the class has no equality of its own. */
    public boolean isEqualByFields() {
        return isEqualByFields;
    }

    private static boolean isEqualByFields(Class<?> type) {
        try {
            Method equals = type.getMethod("equals", Object.class);
            Class<?> declaring = equals.getDeclaringClass();
            // That which compilers give a record is final, and the same but for arrays by content.
            return type.isRecord() && Modifier.isFinal(equals.getModifiers())
                    || declaring == Object.class
                    || declaring == AbstractMarshallable.class;
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e); // Object has it
        }
    }

    /** The fields that name the record an object is the state of; empty where there are none. */
    public List<FieldPlan> keys() {
        List<FieldPlan> found = keys;
        if (found == null) {
            // The fields of an object that goes by hand need not be within reach, unless they name its record.
            boolean needsPlan = !readsByHand && !writesByHand || ClassPlan.hasKeys(raw);
            found = needsPlan ? plan().keys() : List.of();
            keys = found;
        }
        return found;
    }
}
