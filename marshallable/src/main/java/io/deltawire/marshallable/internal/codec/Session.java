package io.deltawire.marshallable.internal.codec;

import io.deltawire.marshallable.MarshallableOptions;
import io.deltawire.marshallable.TypeNamePolicy;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.UnknownFieldPolicy;
import io.deltawire.marshallable.internal.schema.NamedTypes;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.yaml.YamlFormat;
import java.io.OutputStream;
import java.util.IdentityHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** What codecs need to know of the wire that they are used on. Not thread-safe, as the wire is not. */
public final class Session {
    private final NamedTypes types;
    private final String format;
    private final boolean refusesUnknown;
    private final boolean namesAll;
    private final boolean namesKinds;
    private final boolean takesKeysOnce;
    private final boolean writesComments;
    /** The loader of the class that is being read, which has the classes named in it; or null. */
    private ClassLoader near;

    private static final int NONE = Integer.MIN_VALUE;

    final TemporalConversions conversions = new TemporalConversions();

    /** For short texts on their way. */
    final byte[] ascii = new byte[TextForm.MAX_BYTES];

    final ParsedTexts parsed = new ParsedTexts();

    private int firstField = NONE;
    private String firstName;
    private boolean takesFullNames;
    private Class<?> lastClass;
    private String lastName;

    /** By codec, those whose fields are not flat; with null for none. */
    private final IdentityHashMap<Object, FieldColumns> untypedColumns = new IdentityHashMap<>(0);

    private final IdentityHashMap<Object, FieldColumns> innerColumns = new IdentityHashMap<>(0);

    /** Makes another writer like that of the wire; null where there is no wire. */
    private Supplier<WireOut> scratch;

    /** Values inside one another that are being written or read. */
    private int depth;

    public Session(WireFormat format, WireOptions options) {
        this(
                format.name(),
                options,
                !format.isBinary() && !(format instanceof YamlFormat),
                format instanceof YamlFormat,
                !format.isBinary());
        scratch = () -> format.newWriter(OutputStream.nullOutputStream(), options);
    }

    private Session(
            String format, WireOptions options, boolean namesKinds, boolean takesKeysOnce, boolean writesComments) {
        this.takesKeysOnce = takesKeysOnce;
        this.writesComments = writesComments;
        this.namesKinds = namesKinds;
        this.types = NamedTypes.of(options.get(MarshallableOptions.TYPES));
        this.format = format;
        this.refusesUnknown = options.get(MarshallableOptions.UNKNOWN_FIELDS) == UnknownFieldPolicy.REFUSE;
        this.namesAll = options.get(MarshallableOptions.TYPE_NAMES) == TypeNamePolicy.ALWAYS;
    }

    public static Session ofDefaults(String format) {
        return new Session(format, WireOptions.DEFAULTS, false, false, format.equals("yaml"));
    }

    /** For what code by hand writes by itself. */
    public static Session byHand(WireOut out) {
        String format = out.formatName();
        boolean isYaml = format.equals("yaml");
        boolean namesKinds = format.equals("json") || format.equals("csv");
        return new Session(format, WireOptions.DEFAULTS, namesKinds, isYaml, isYaml);
    }

    /**
     * For text that people read: a class whose simple name is another's is written by its full name.
     *
     * @param scratch makes another writer like that of the text
     */
    public static Session forDisplay(String format, TypeRegistry types, Supplier<WireOut> scratch) {
        Session session = new Session(
                format,
                WireOptions.DEFAULTS.with(MarshallableOptions.TYPES, types),
                false,
                false,
                format.equals("yaml"));
        session.takesFullNames = true;
        session.scratch = scratch;
        return session;
    }

    /**
     * The fields of a class as columns, for objects without their type name.
     *
     * @param codec the class's codec
     * @param make makes them where they are asked for first; may return null
     */
    FieldColumns untypedColumns(Object codec, Function<Session, FieldColumns> make) {
        FieldColumns columns = untypedColumns.get(codec);
        if (columns == null && !untypedColumns.containsKey(codec)) {
            columns = make.apply(this);
            untypedColumns.put(codec, columns);
        }
        return columns;
    }

    /** The fields of objects inside others as columns: the same instance however deep they are; null where there are none. */
    public FieldColumns innerColumns(Object codec, Function<Session, FieldColumns> make) {
        FieldColumns columns = innerColumns.get(codec);
        if (columns == null) {
            columns = make.apply(this);
            innerColumns.put(codec, columns);
        }
        return columns;
    }

    /** Makes another writer like that of the wire; null where there is no wire. */
    public Supplier<WireOut> scratch() {
        return scratch;
    }

    /** Whether what is written is text that people read, and which need not be read again. */
    public boolean isForPeople() {
        return takesFullNames;
    }

    /** A value inside another is about to be written. */
    void enter() {
        if (StackRoom.isShort(++depth)) {
            throw new WireDataException(format, tooDeep(), null);
        }
    }

    /** A value inside another is about to be read. */
    void enter(WireIn in) {
        if (StackRoom.isShort(++depth)) {
            throw misfit(in, tooDeep());
        }
    }

    private String tooDeep() {
        return "expected objects that the stack of this thread bears but there are more than " + depth
                + " inside one another; lower the limit of depth, or give the thread more stack";
    }

    /**
     * The error for a value in which the stack has ended unforeseen: in methods written by hand, each of which begins at
     * no depth that is known.
     */
    public static WireDataException outOfStack(String format, WireLocation location, StackOverflowError cause) {
        return new WireDataException(
                format,
                "there are objects inside one another deeper than the stack of this thread bears",
                location,
                cause);
    }

    /** The error of whoever goes on after {@link #outOfStack}, which may have left a wire in the middle of anything. */
    public static WireDataException cannotGoOn(String format, WireLocation location) {
        return new WireDataException(
                format, "the wire ran out of stack in a message before and cannot go on; begin another", location);
    }

    /** The value has been dealt with. */
    void leave() {
        depth--;
    }

    /** The type name of a class: see {@link TypeRegistry#nameOf}. */
    public String nameOf(Class<?> type) {
        if (type != lastClass) {
            try {
                lastName = takesFullNames ? types.displayName(type) : types.nameOf(type);
            } catch (IllegalStateException e) {
                throw new WireDataException(format, e.getMessage(), null, e);
            }
            lastClass = type;
        }
        return lastName;
    }

    /** The class that a type name in the input stands for, or null where it is not known. */
    public Class<?> find(String name) {
        return types.find(name, near);
    }

    /** Takes note of the loader of the class that is being read, which mostly stays, so that there is mostly nothing to be stored. */
    public void setNear(ClassLoader loader) {
        if (near != loader) {
            near = loader;
        }
    }

    /** Notes what {@link WireIn#nextField} returned for the first entry of an object that has been entered. */
    public void setFirstField(int ordinal) {
        firstField = ordinal;
    }

    /** Notes the name of the first entry, which {@link WireIn#nextField} did not know and which has been read. */
    public void setFirstName(String name) {
        firstField = WireIn.UNKNOWN;
        firstName = name;
    }

    public void clearFirstField() {
        if (firstField == NONE) {
            return;
        }
        firstField = NONE;
        firstName = null;
    }

    /** The name of an entry not in the shape. */
    public String unknownName(WireIn in) {
        String name = firstName;
        firstName = null;
        return name == null ? in.fieldName() : name;
    }

    boolean hasFirstName() {
        return firstName != null;
    }

    public boolean hasFirstField() {
        return firstField != NONE;
    }

    /** The first entry of an object: {@link WireIn#nextField}, unless it has been called already. */
    public int firstField(WireIn in, Shape shape) {
        if (firstField == NONE) {
            return in.nextField(shape);
        }
        int ordinal = firstField;
        firstField = NONE;
        return ordinal;
    }

    /** The value just read, or the one that comes next, does not fit. */
    public Misfit misfit(WireIn in, String problem) {
        return new Misfit(format, problem, in.location(), null);
    }

    public Misfit misfit(WireIn in, String problem, Throwable cause) {
        return new Misfit(format, problem, in.location(), cause);
    }

    /** A list or map that is read into again has changed while what is inside of it was read. */
    Misfit heldTwice(WireIn in, String what) {
        return misfit(
                in,
                "expected an object to read into with nothing inside itself or in two places, but it has a " + what
                        + " that is");
    }

    /** The data cannot be written. */
    WireDataException unwritable(String problem) {
        return new WireDataException(format, problem, null);
    }

    public NamedTypes types() {
        return types;
    }

    public String format() {
        return format;
    }

    public boolean refusesUnknown() {
        return refusesUnknown;
    }

    /** Whether objects are written with their type names even where the declared type says as much. */
    public boolean namesAll() {
        return namesAll;
    }

    /**
     * Whether the format writes values of different kinds alike (dates, bytes and NaN as text), so that a value of no
     * declared type needs a name in more cases. Text formats but for YAML are taken to do that.
     */
    boolean namesKinds() {
        return namesKinds;
    }

    /** Whether the format's readers take each key of an object once, of whatever kind it is: YAML's. */
    public boolean takesKeysOnce() {
        return takesKeysOnce;
    }

    /** Whether comments are written: in text formats, not where every byte counts. */
    public boolean writesComments() {
        return writesComments;
    }
}
