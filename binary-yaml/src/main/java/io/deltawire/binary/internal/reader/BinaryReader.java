package io.deltawire.binary.internal.reader;

import io.deltawire.binary.internal.cache.DecodedTextCache;
import io.deltawire.binary.internal.cache.DecodedValueCache;
import io.deltawire.binary.internal.cache.FieldValueCache;
import io.deltawire.binary.internal.codes.BinaryEncodedName;
import io.deltawire.binary.internal.codes.BytesCompression;
import io.deltawire.binary.internal.codes.Cesu8;
import io.deltawire.binary.internal.codes.ChronicleTypeNames;
import io.deltawire.binary.internal.codes.CodeScanner;
import io.deltawire.binary.internal.codes.Codes;
import io.deltawire.binary.internal.codes.Codes.Role;
import io.deltawire.binary.internal.codes.DecimalCodec;
import io.deltawire.binary.internal.codes.DecodingFault;
import io.deltawire.binary.internal.codes.DocumentHeader;
import io.deltawire.binary.internal.codes.FormatName;
import io.deltawire.binary.internal.codes.LittleEndian;
import io.deltawire.binary.internal.codes.MessageFraming;
import io.deltawire.binary.internal.codes.NumberDecoder;
import io.deltawire.binary.internal.codes.NumberEncoder;
import io.deltawire.binary.internal.legacy.DeltaRewriter;
import io.deltawire.binary.internal.legacy.LegacyForms;
import io.deltawire.binary.internal.prefix.BinaryPrefix;
import io.deltawire.binary.internal.prefix.PrefixRegistry;
import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.MissingBaseException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NestingDepth;
import io.deltawire.wire.spi.ThreadGuard;
import io.deltawire.wire.spi.ThreadGuarded;
import io.deltawire.wire.spi.object.AsciiReader;
import io.deltawire.wire.spi.object.MessageDecoder;
import io.deltawire.wire.spi.object.MessagePrefix;
import io.deltawire.wire.spi.object.NumberEncoding;
import io.deltawire.wire.spi.object.PrefixMatcher;
import io.deltawire.wire.spi.object.PrefixTable;
import io.deltawire.wire.spi.text.ArrayAccess;
import io.deltawire.wire.spi.text.CacheBypass;
import io.deltawire.wire.spi.text.DecimalText;
import io.deltawire.wire.spi.text.NamedValues;
import java.math.BigDecimal;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.UUID;

/**
 * Reads binary YAML directly from the array of an {@link InputBuffer}.
 *
 * <p>It is one state machine over the array. A {@link BinaryDocumentFramer} finds the messages. Inside a message,
 * {@link #position} is the next byte, {@link #level} the innermost open object or list, and {@link #due} how many
 * values may be read before the next name. Nothing else is stored: the path in an error text is found by scanning the
 * open levels again.
 *
 * <p>Values are read on two paths. The methods of {@link WireIn} read the tokens of any valid message. The methods of
 * {@link MessageDecoder} serve generated code, which holds the position in a variable. They accept only what this
 * module's writer produces: complete values of the expected kind in the usual form. For anything else they return an
 * index beyond the end, and generated code falls back to tokens, which find the value or the error.
 *
 * <p>An {@code ...End} method looks at a number's code once. It finds both the end of the number and its value, which
 * stays in a field until it is requested. The end is found by branches and not by a table: everything after it waits
 * for the position, and since a field mostly has the same size the branch is predicted.
 *
 * <p>A message that begins with a cached {@link BinaryPrefix} is recognised by a few comparisons of words. Its
 * objects are not opened until a token is read: {@link #isDirect} is true until then.
 *
 * <p>Every access by {@link ArrayAccess} is within the array: each value is first compared with the end. Not thread-safe.
 */
public final class BinaryReader
        implements WireIn, MessageDecoder, PrefixMatcher, NestingDepth, AsciiReader, ThreadGuarded {
    // The number of values due: none before a name, two after the mark of a key, any number in a list.
    private static final int ANY_NUMBER = Integer.MAX_VALUE;
    private static final int VALUE = 1;
    private static final int NOTHING = 0;

    /** A whole body is due that is not a single value. */
    private static final int BODY = -1;

    private static final int VALUE_AND_KEY = 2;

    /** A mask that leaves 8E of the noise codes (8E 8F BE BF), and of a few other codes. */
    private static final int MAYBE_NOISE = 0xCE;

    private static final int ONE = 1 + Byte.BYTES;
    private static final int TWO = 1 + Short.BYTES;
    private static final int FOUR = 1 + Integer.BYTES;
    private static final int EIGHT = 1 + Long.BYTES;

    /** The maximum length in bytes of a text that generated code reads: it has one byte of length. */
    private static final int MAX_TEXT = 0x7F;

    /** After this many more new values than repeated ones, the dates and times of a field bypass the caches. */
    private static final int MAX_UNCACHED_TEMPORALS = 1 << 14;

    /** The bit that says that another byte of a length follows. */
    private static final int STOP_BIT = 0x80;

    private final ThreadGuard guard = ThreadGuard.ofReader(this::isMessageRead);
    private final BinaryDocumentFramer documents;
    private final DeltaRewriter delta;
    private final WireLimits limits;
    private final int maxTextChars;
    private final CodeScanner scanner = new CodeScanner();
    private final ValueDecoder values;
    private byte[] array = {};
    private int position;
    private int end;
    private WireToken body;
    private NestingLevel level;
    private final NestingLevel root = new NestingLevel(null);
    private int due;
    private boolean rewritten;
    private final PrefixRegistry prefixes = new PrefixRegistry();

    /** The number of the present message's prefix in {@link #prefixes}. */
    private int prefixNumber;

    private final PrefixTable<BinaryPrefix> prefixTable = new PrefixTable<>();

    /**
     * The slot of the next message's prefix in {@link #prefixTable}, predicted from its bytes while the present
     * message was read. Reading a message waits for its prefix, so an early guess saves time.
     */
    private int nextSlot;

    /** Whether a prefix was recognised and its objects are not open yet. */
    private boolean isDirect;

    // The results of resolve() for the value at resolvedAt.
    private int resolvedAt = -1;
    private int valueAt;
    private WireToken token;
    private String type;

    /** The compression of the bytes; null for other values and for plain bytes. */
    private BytesCompression compression;

    private final DecodedTextCache names = DecodedTextCache.ofLatin1();
    private final NameDecoder longNames;
    private Shape lastShape;
    private BinaryEncodedName[] lastCodes;

    /**
     * Generated code reads fields from here on. A load of eight bytes that ends with a stop-bit number must not begin
     * before the array.
     */
    private final int minFieldPosition;

    // The caches of the value decoder, held here to save loads.
    private final DecodedValueCache texts;
    private final DecodedValueCache temporals;
    private final FieldValueCache shortTexts = FieldValueCache.ofTexts(FieldValueCache.SHORT_BYTES, this::decodeText);
    private final FieldValueCache longTexts = FieldValueCache.ofTexts(FieldValueCache.LONG_BYTES, this::decodeText);
    private final FieldValueCache shortTemporals =
            FieldValueCache.ofTemporals(FieldValueCache.SHORT_BYTES, this::decodeTemporal);

    private final FieldValueCache longTemporals =
            FieldValueCache.ofTemporals(FieldValueCache.LONG_BYTES, this::decodeTemporal);
    private final CacheBypass singleTemporals = new CacheBypass(MAX_UNCACHED_TEMPORALS);

    /** The number of dates and times that were not in a cache. */
    private int decodedTemporals;

    /** The integer that {@link #int64End} has found. */
    private long int64;

    /** The double that {@link #float64End} has found. */
    private double float64;

    private final ByteExpander expander;

    public BinaryReader(InputBuffer source, WireLimits limits, MessageFraming framing) {
        this.documents = new BinaryDocumentFramer(source, limits, framing);
        this.delta = new DeltaRewriter(limits);
        this.limits = limits;
        this.maxTextChars = limits.maxTextChars();
        this.values = new ValueDecoder(scanner, limits.maxNumberChars());
        this.level = root;
        root.beRoot();
        this.minFieldPosition = limits.maxTextChars() < MAX_TEXT ? NONE : Integer.BYTES;
        this.texts = values.texts().values();
        this.temporals = values.temporals();
        this.longNames = new NameDecoder(scanner, values, names, limits.maxNameBytes());
        this.expander = new ByteExpander(limits);
    }

    // ---- Messages

    private boolean isMessageRead() {
        return !isInMessage() && due == NOTHING;
    }

    @Override
    public ThreadGuard threadGuard() {
        return guard;
    }

    @Override
    public boolean nextMessage() {
        guard.enter();
        boolean isFound = false;
        try {
            isFound = moveToMessage();
            return isFound;
        } finally {
            guard.exitAtMessage(isFound);
        }
    }

    private boolean moveToMessage() {
        boolean isFound = !delta.isActive() && documents.nextPlain();
        return isFound ? openPlain() : openNext();
    }

    /** Opens the present message, which {@link BinaryDocumentFramer#nextPlain} has found. */
    private boolean openPlain() {
        if (!delta.isPlainObject(documents.array(), documents.start(), documents.end()) || documents.mayBeAlignment()) {
            documents.unlocate();
            return openNext();
        }
        isDirect = false;
        rewritten = false;
        body = WireToken.BEGIN_OBJECT;
        root.reset(NestingLevel.Kind.ROOT, documents.array(), documents.start(), documents.end());
        moveToLevel(root, documents.start());
        due = BODY;
        return true;
    }

    /** Finds and opens the next message, of whatever form. */
    private boolean openNext() {
        if (!nextDocument()) {
            return false;
        }
        enterBody();
        return true;
    }

    @Override
    public boolean matchNext() {
        BinaryDocumentFramer framer = documents;
        if (delta.isActive() || !framer.locatePlain()) {
            return openNext();
        }
        boolean isEntered = enterMatchingPrefix(framer) != null;
        framer.consume();
        return isEntered || openPlain();
    }

    @Override
    public MessagePrefix tryMatchNext() {
        BinaryDocumentFramer framer = documents; // a local variable, so that calls in between do not force another load
        if (delta.isActive() || !framer.locatePlain()) {
            return null;
        }
        BinaryPrefix prefix = enterMatchingPrefix(framer);
        if (prefix == null) {
            framer.unlocate();
        } else {
            framer.consume();
        }
        return prefix;
    }

    @Override
    public int firstFieldIndex() {
        return position;
    }

    /** Enters the present message if it begins with a cached prefix. Returns the prefix, or null. */
    private BinaryPrefix enterMatchingPrefix(BinaryDocumentFramer framer) {
        byte[] a = framer.array();
        BinaryPrefix prefix = prefixTable.prefixAtSlot(nextSlot);
        if (prefix == null || !prefix.matches(a, framer.start(), framer.end())) {
            prefix = prefixTable.find(a, framer.start(), framer.end());
        }
        nextSlot = prefixTable.predictSlot(a, framer.end() + DocumentHeader.BYTES, framer.limit(), nextSlot);
        if (prefix != null) {
            enterDirect(prefix, framer);
        }
        return prefix;
    }

    @Override
    public MessagePrefix matched() {
        return isDirect ? lastMatched() : null;
    }

    @Override
    public boolean retainsMatch() {
        return true;
    }

    @Override
    public MessagePrefix lastMatched() {
        return prefixes.get(prefixNumber);
    }

    @Override
    public boolean isSingleObject() {
        return isDirect;
    }

    @Override
    public boolean enterMatched() {
        return isDirect;
    }

    @Override
    public void openMessage() {
        rewind();
        position = documents.start();
        end = documents.end();
        enterBody();
    }

    private boolean nextDocument() {
        documents.skipMessage();
        rewind();
        due = NOTHING;
        try {
            if (!documents.next(delta)) {
                root.dropContent(); // there is no message
                return false;
            }
        } catch (DecodingFault fault) {
            throw new MalformedWireException(
                    FormatName.BINARY, fault.getMessage(), WireLocation.ofOffset(documents.offset(fault.index()), "$"));
        }
        array = documents.array();
        position = documents.start();
        end = documents.end();
        return true;
    }

    @Override
    public MessagePrefix prefixOf(String event, String typeName, Shape shape) {
        boolean fits = limits.maxDepth() >= BinaryPrefix.MAX_DEPTH
                && (typeName == null || typeName.length() <= limits.maxNameBytes() / 3)
                && maxTextChars >= MAX_TEXT;
        if (!fits || ChronicleTypeNames.LITERAL.equals(typeName)) {
            return null;
        }
        return prefixes.register(prefixTable.intern(BinaryPrefix.of(event, typeName, null)));
    }

    @Override
    public MessagePrefix listPrefixOf(String event) {
        if (limits.maxDepth() < BinaryPrefix.MAX_DEPTH) {
            return null;
        }
        BinaryPrefix prefix = prefixTable.intern(BinaryPrefix.ofList(event));
        return prefix.isList() ? prefixes.register(prefix) : null; // a call with one argument has the same bytes
    }

    @Override
    public Next nextMessage(MessagePrefix expected) {
        BinaryPrefix prefix = (BinaryPrefix) expected;
        if (!delta.isActive() && documents.nextPlain()) {
            if (enterIfAt(prefix)) {
                return Next.FIELDS;
            }
            documents.unlocate();
        }
        if (!nextDocument()) {
            return Next.NOTHING;
        }
        if (!delta.isActive() && enterIfAt(prefix)) {
            return Next.FIELDS;
        }
        enterBody();
        return Next.TOKENS;
    }

    @Override
    public int nextFields(MessagePrefix expected) {
        BinaryDocumentFramer framer = documents;
        if (delta.isActive() || !framer.locatePlain()) {
            return -1;
        }
        BinaryPrefix prefix = (BinaryPrefix) expected;
        if (!prefix.matches(framer.array(), framer.start(), framer.end())) {
            framer.unlocate();
            return -1;
        }
        enterDirect(prefix, framer);
        framer.consume();
        return position;
    }

    /** Goes to the first field after the prefix, which is known to match. */
    private void enterDirect(BinaryPrefix prefix, BinaryDocumentFramer framer) {
        byte[] a = framer.array();
        prefixNumber = prefix.selectIn(prefixes);
        if (level != root) {
            level = root;
        }
        if (array != a) {
            array = a;
        }
        isDirect = true;
        rewritten = false;
        due = NOTHING;
        position = framer.start() + prefix.fieldsOffset();
        end = framer.end();
        resolvedAt = -1;
    }

    /** Whether the prefix has opened a list, and an item is at the position. */
    private boolean isAtItems() {
        return prefixes.get(prefixNumber).isList() && LengthPrefix.isItem(array[position] & 0xFF);
    }

    /** Opens the objects of the prefix, because tokens or a path are asked for. */
    private void openPrefixObjects() {
        BinaryPrefix prefix = prefixes.get(prefixNumber);
        openObjects(prefix, documents.start() + prefix.fieldsOffset(), documents.end());
    }

    /** Enters the present message if it begins with a prefix, and opens its objects. Returns whether it does. */
    private boolean enterIfAt(BinaryPrefix prefix) {
        byte[] a = documents.array();
        int from = LengthPrefix.fieldsAfter(prefix, a, documents.start(), documents.end());
        if (from < 0) {
            return false;
        }
        int after = LengthPrefix.blockEnd(a, from);
        if (after != documents.end() && prefix.event() == null) {
            return false;
        }
        openObjects(prefix, from, after);
        return true;
    }

    /** Opens the objects of a prefix. */
    private void openObjects(BinaryPrefix prefix, int from, int after) {
        byte[] a = documents.array();
        int start = documents.start();
        int to = documents.end();
        boolean isEvent = prefix.event() != null;
        isDirect = false;
        rewritten = false;
        root.reset(NestingLevel.Kind.ROOT, a, start, to);
        root.suspend(to, NOTHING);
        NestingLevel outer = root;
        if (isEvent) {
            outer = root.inner();
            outer.reset(NestingLevel.Kind.OBJECT, a, start, to);
            outer.suspend(after, NOTHING);
        }
        NestingLevel inner = outer.inner();
        inner.reset(prefix.isList() ? NestingLevel.Kind.LIST : NestingLevel.Kind.OBJECT, a, from, after);
        moveToLevel(inner, from);
        due = prefix.isList() ? ANY_NUMBER : NOTHING;
    }

    @Override
    public boolean enterTypedObject(MessagePrefix expected) {
        byte[] a = array;
        if (due <= NOTHING || level.depth() == limits.maxDepth()) {
            return false;
        }
        int from = LengthPrefix.fieldsAfter((BinaryPrefix) expected, a, position, end);
        if (from < 0) {
            return false;
        }
        int to = LengthPrefix.blockEnd(a, from);
        push(NestingLevel.Kind.OBJECT, a, from, to, to);
        return true;
    }

    /** Makes a level the innermost one. Stores only references that change, because the garbage collector tracks them. */
    private void moveToLevel(NestingLevel target, int at) {
        if (level != target) {
            level = target;
        }
        if (array != target.array()) {
            array = target.array();
        }
        position = at;
        end = target.end();
        resolvedAt = -1;
    }

    @Override
    public boolean endsAt(int at) {
        if (at != end) {
            return false;
        }
        position = at;
        return true;
    }

    @Override
    public boolean endFields() {
        if (isDirect) {
            isDirect = false;
            return true;
        }
        pop(NestingLevel.Kind.OBJECT);
        return position == end;
    }

    /** False if the message is cut off, or does not begin as one. */
    @Override
    public boolean isInMessage() {
        return isDirect || level != root;
    }

    private void enterBody() {
        try {
            if (!delta.isPlainObject(array, position, end) && delta.detect(array, position, end)) {
                delta.rewrite(array, position, end);
                rewritten = true;
                array = delta.array();
                position = delta.start();
                end = delta.end();
            }
            beginBody();
            level.setContent(array, position, end);
        } catch (DecodingFault fault) {
            due = NOTHING;
            rewritten = false;
            root.dropContent();
            throw malformed(fault);
        }
    }

    private boolean hasMessage() {
        return isDirect || root.array() != null;
    }

    private void beginBody() {
        body = readBodyKind();
        due = body == null ? VALUE : BODY;
    }

    @Override
    public void restartMessage() {
        guard.requireOwner();
        expander.reset();
        if (isDirect) {
            openMessage();
        } else {
            if (!hasMessage()) {
                throw new IllegalStateException("no message: call nextMessage()");
            }
            moveToLevel(root, root.start());
            beginBody();
        }
        guard.restartMessage();
    }

    private void rewind() {
        isDirect = false;
        level = root;
        resolvedAt = -1;
        rewritten = false;
    }

    /**
     * Returns the kind of the body: the entries of an object, several values, which are read as a list, or null for
     * one value.
     */
    private WireToken readBodyKind() {
        position = scanner.noiseEnd(array, position, end);
        Role role = Codes.role(array[position] & 0xFF);
        if (role == Role.ENTRY) {
            return WireToken.BEGIN_OBJECT;
        }
        if (role != Role.VALUE) {
            throw new DecodingFault(
                    position, "expected an entry or a value but found " + Codes.describe(array[position] & 0xFF));
        }
        int after = scanner.noiseEnd(array, scanner.valueEnd(array, position, end), end);
        return after < end ? WireToken.BEGIN_LIST : null;
    }

    @Override
    public MessageKind messageKind() {
        return documents.kind();
    }

    @Override
    public long messageOffset() {
        return documents.offset();
    }

    private void push(NestingLevel.Kind kind, byte[] in, int start, int to, int after) {
        if (level.depth() == limits.maxDepth()) {
            throw malformed(position, "expected at most " + level.depth() + " objects and lists inside one another");
        }
        level.suspend(after, Math.max(due, VALUE) - 1);
        moveToLevel(level.enter(kind, in, start, to), start);
        due = kind == NestingLevel.Kind.LIST ? ANY_NUMBER : NOTHING;
    }

    private void pop(NestingLevel.Kind kind) {
        guard.requireOwner();
        if (level.kind() != kind) {
            throw new IllegalStateException(
                    "no " + (kind == NestingLevel.Kind.LIST ? "list" : "object") + " is to be ended here");
        }
        moveToLevel(level.outer(), level.outer().resumePosition());
        due = level.resumeDue();
        if (level == root) {
            guard.leaveMessage();
        }
    }

    @Override
    public int depth() {
        return level.depth();
    }

    @Override
    public WireLocation location() {
        return location(position);
    }

    private WireLocation location(int at) {
        return WireLocation.ofOffset(offset(at), NestingPath.find(level, position, due > NOTHING));
    }

    @Override
    public long tokenOffset() {
        return offset(position);
    }

    private long offset(int at) {
        if (isDirect) {
            openPrefixObjects();
        }
        boolean here = !rewritten && array == documents.array();
        return here ? documents.offset(at) : documents.offset();
    }

    private MalformedWireException malformed(DecodingFault fault) {
        if (fault.isMissingBase()) {
            return new MissingBaseException(FormatName.BINARY, fault.getMessage(), location(fault.index()));
        }
        return malformed(fault.index(), fault.getMessage());
    }

    private MalformedWireException malformed(int at, String problem) {
        return new MalformedWireException(FormatName.BINARY, problem, location(at));
    }

    private WireDataException dataError(String problem) {
        return new WireDataException(FormatName.BINARY, problem, location());
    }

    @Override
    public void close() {
        guard.enter();
        try {
            documents.close();
        } finally {
            guard.exit();
        }
    }

    // ---- Entries and kinds of values

    @Override
    public WireToken peek() {
        if (due > NOTHING && position < end) {
            int code = array[position] & 0xFF;
            WireToken simple = Codes.token(code);
            if (simple != null && (code < Codes.FIELD_NAME_ANY || code >= Codes.STRING_0)) {
                return simple;
            }
        }
        switch (level.kind()) {
            case OBJECT -> {
                if (due == NOTHING) {
                    return peekEntry();
                }
            }
            case LIST -> {
                if (!hasNext()) {
                    return WireToken.END_LIST;
                }
            }
            default -> {
                if (due <= NOTHING) {
                    return due == NOTHING ? WireToken.END_MESSAGE : body;
                }
            }
        }
        resolve();
        return token;
    }

    @Override
    public boolean isNull() {
        if (due > NOTHING && position < end && isBlock(array[position] & 0xFF)) {
            return false; // the content of the block does not matter
        }
        return peek() == WireToken.NULL;
    }

    private static boolean isBlock(int code) {
        return code >= Codes.BYTES_LENGTH8 && code <= Codes.BYTES_LENGTH32;
    }

    private WireToken peekEntry() {
        if (!hasNext()) {
            return WireToken.END_OBJECT;
        }
        int code = array[position] & 0xFF;
        if (code == Codes.FIELD_NUMBER) {
            return fieldNumber() == -1 && level.depth() == 1 ? WireToken.EVENT : WireToken.FIELD;
        }
        if (code == Codes.EVENT_OBJECT) {
            return isText(keyAt()) ? WireToken.FIELD : WireToken.KEY;
        }
        if (Codes.role(code) != Role.ENTRY) {
            throw malformed(position, "expected the name of an entry but found " + Codes.describe(code));
        }
        // Chronicle Wire writes keys of maps as events. Only the outermost object has events that are dispatched.
        return level.depth() > 1 ? WireToken.FIELD : Codes.token(code);
    }

    private int keyAt() {
        try {
            return scanner.noiseEnd(array, position + 1, end);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private boolean isText(int at) {
        int code = at < end ? array[at] & 0xFF : 0;
        return code >= Codes.STRING_0 || code == Codes.STRING_ANY && !CodeScanner.isNullText(array, at, end);
    }

    private long fieldNumber() {
        try {
            return scanner.readStopBit(array, position + 1, end);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public boolean hasNext() {
        int p = position;
        if (p < end && (array[p] & MAYBE_NOISE) == 0x8E) {
            try {
                position = p = scanner.noiseEnd(array, p, end);
            } catch (DecodingFault fault) {
                throw malformed(fault);
            }
        }
        return p < end;
    }

    @Override
    public String typeName() {
        if (due <= NOTHING || level.kind() == NestingLevel.Kind.LIST && !hasNext()) {
            return null;
        }
        if (position < end) {
            int code = array[position] & 0xFF;
            if (code != Codes.TYPE_PREFIX && code != Codes.TYPE_LITERAL && (code & MAYBE_NOISE) != 0x8E) {
                return null;
            }
        }
        resolve();
        return type;
    }

    /** Finds the next value after noise and type names, and its token. */
    private void resolve() {
        if (resolvedAt == position) {
            return;
        }
        if (level.kind() == NestingLevel.Kind.LIST ? position >= end : due <= NOTHING) {
            throw unexpected("a value");
        }
        try {
            int p = scanner.noiseEnd(array, position, end);
            String name = null;
            if (p < end && (array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                name = longNames.typeName(array, p, end);
                p = scanner.noiseEnd(array, scanner.position(), end);
            }
            if (p >= end) {
                throw DecodingFault.overrun(position, "a value");
            }
            String kind = name;
            int second = -1;
            if ((array[p] & 0xFF) == Codes.TYPE_PREFIX) {
                second = p;
                kind = longNames.typeName(array, p, end);
                p = scanner.noiseEnd(array, scanner.position(), end);
                if (p >= end) {
                    throw DecodingFault.overrun(second, "a value");
                }
            }
            token = values.token(array, p, end, kind);
            compression = token == WireToken.BYTES ? BytesCompression.forTypeName(kind) : null;
            type = name;
            if (name != null) {
                type = values.typeName(token, name, kind, array, p, second);
            } else if ((array[p] & 0xFF) == Codes.TYPE_LITERAL) {
                type = ChronicleTypeNames.LITERAL;
            }
            valueAt = p;
            resolvedAt = position;
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public String fieldName() {
        guard.requireOwner();
        if (level.kind() != NestingLevel.Kind.OBJECT || due != NOTHING || !hasNext()) {
            throw unexpected("a name");
        }
        String name = readName();
        position = scanner.position();
        due = VALUE;
        return name;
    }

    /** Reads the name of the entry at the position. The scanner's position is its value. */
    private String readName() {
        int p = position;
        int code = array[p] & 0xFF;
        try {
            if (code >= Codes.FIELD_NAME0 && code <= Codes.FIELD_NAME31) {
                int length = code - Codes.FIELD_NAME0;
                if (length > end - p - 1) {
                    throw DecodingFault.overrun(p, "a field name");
                }
                scanner.setPosition(p + 1 + length);
                return names.get(array, p + 1, length);
            }
            return longName(p, code);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private String longName(int p, int code) {
        if (code == Codes.EVENT_OBJECT && !isText(scanner.noiseEnd(array, p + 1, end))) {
            throw unexpected("a name");
        }
        return longNames.name(array, p, end);
    }

    @Override
    public int nextField(Shape shape) {
        if (level.kind() != NestingLevel.Kind.OBJECT || due != NOTHING) {
            throw unexpected("a name");
        }
        if (shape != lastShape) {
            lastShape = shape;
            lastCodes = shape.get(BinaryEncodedName.OF_SHAPE);
        }
        if (position == end) {
            return END;
        }
        BinaryEncodedName[] codes = lastCodes;
        int expected = level.ordinal();
        if (expected < codes.length && codes[expected].isAt(array, position, end)) {
            position += codes[expected].length();
            due = VALUE;
            level.expect(expected + 1);
            return expected;
        }
        return searchField(shape);
    }

    private int searchField(Shape shape) {
        WireToken next = peekEntry();
        if (next == WireToken.END_OBJECT) {
            return END;
        }
        if (next == WireToken.KEY) {
            return UNKNOWN;
        }
        int ordinal = shape.ordinal(readName());
        if (ordinal < 0) {
            return UNKNOWN;
        }
        position = scanner.position();
        due = VALUE;
        level.expect(ordinal + 1);
        return ordinal;
    }

    @Override
    public void key() {
        if (level.kind() != NestingLevel.Kind.OBJECT || due != NOTHING || peekEntry() != WireToken.KEY) {
            throw unexpected("a key");
        }
        position++;
        due = VALUE_AND_KEY;
    }

    @Override
    public void beginObject() {
        guard.enterLevel();
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? LengthPrefix.fieldsStart(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) LittleEndian.INT.get(array, p + 1);
            push(NestingLevel.Kind.OBJECT, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_OBJECT);
    }

    @Override
    public void beginList() {
        guard.enterLevel();
        int p = resolvedAt == position ? valueAt : position;
        int from = due > NOTHING ? LengthPrefix.itemsStart(array, p, end) : -1;
        if (from >= 0) {
            int to = from + (int) LittleEndian.INT.get(array, p + 1);
            push(NestingLevel.Kind.LIST, array, from, to, to);
            return;
        }
        begin(WireToken.BEGIN_LIST);
    }

    private void begin(WireToken wanted) {
        if (due == BODY) {
            if (body != wanted) {
                throw wrongKind(wanted, body);
            }
            push(
                    wanted == WireToken.BEGIN_OBJECT ? NestingLevel.Kind.OBJECT : NestingLevel.Kind.LIST,
                    array,
                    position,
                    end,
                    end);
            return;
        }
        resolve();
        int p = valueAt;
        int code = array[p] & 0xFF;
        NestingLevel.Kind kind = wanted == WireToken.BEGIN_OBJECT ? NestingLevel.Kind.OBJECT : NestingLevel.Kind.LIST;
        if (token != wanted
                && !(token == WireToken.BEGIN_LIST && values.isEmptyBlock(array, p, end)
                        || token == WireToken.BEGIN_OBJECT && values.isEmptyBlock(array, p, end))) {
            throw wrongKind(wanted, token);
        }
        try {
            int after = scanner.payloadEnd(array, p, end);
            if (Codes.payload(code) == Codes.Payload.BLOCK) {
                scanner.readBlockLength(array, p, end);
                int from = scanner.noiseEnd(array, scanner.position(), after);
                int inner = from < after ? array[from] & 0xFF : -1;
                if (inner != Codes.I64_ARRAY && inner != Codes.HISTORY_MESSAGE
                        || scanner.noiseEnd(array, scanner.payloadEnd(array, from, after), after) < after) {
                    push(kind, array, from, after, after);
                    return;
                }
                p = from;
                code = inner;
            }
            byte[] expanded =
                    code == Codes.I64_ARRAY ? LegacyForms.expandLongs(array, p) : LegacyForms.expandHistory(array, p);
            int from = code == Codes.I64_ARRAY ? 0 : LegacyForms.HISTORY_START;
            push(kind, expanded, from, expanded.length, after);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    private WireDataException wrongKind(WireToken wanted, WireToken found) {
        String hint = wanted == WireToken.BEGIN_OBJECT && found == WireToken.BEGIN_LIST
                ? "; values without names (Chronicle Wire's FIELDLESS_BINARY) cannot be read as an object"
                : "";
        return dataError(
                "expected " + ValueDecoder.describe(wanted) + " but was " + ValueDecoder.describe(found) + hint);
    }

    @Override
    public void endObject() {
        pop(NestingLevel.Kind.OBJECT);
    }

    @Override
    public void endList() {
        pop(NestingLevel.Kind.LIST);
    }

    /** Returns the error that another token follows than the requested one. */
    private RuntimeException unexpected(String wanted) {
        return hasMessage()
                ? dataError("expected " + wanted + " but was " + ValueDecoder.describe(peek()))
                : new IllegalStateException("no message: call nextMessage()");
    }

    // ---- Fields by generated code

    @Override
    public Shape.Attachment<byte[][]> names() {
        return BinaryEncodedName.BYTES_OF_SHAPE;
    }

    @Override
    public List<NumberEncoding> numberEncodings() {
        return NumberEncoder.FORMS;
    }

    @Override
    public byte[] array() {
        return array;
    }

    @Override
    public int position() {
        return position < minFieldPosition ? end + 1 : position;
    }

    @Override
    public int end() {
        return end;
    }

    @Override
    public void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        if (isDirect) {
            openPrefixObjects();
        }
        position = at <= end ? at : position;
        due = isNamed ? VALUE : NOTHING;
        level.expect(isNamed ? ordinal + 1 : ordinal);
    }

    @Override
    public boolean takesItems() {
        boolean isInList = isDirect ? isAtItems() : level.kind() == NestingLevel.Kind.LIST;
        return isInList && position >= Math.max(minFieldPosition, Long.BYTES);
    }

    @Override
    public void moveToItem(int at) {
        if (isDirect) {
            openPrefixObjects();
        }
        position = at;
    }

    @Override
    public int boolEnd(byte[] a, int at, int to) {
        return (a[at] & 0xFE) == Codes.FALSE ? at + 1 : NONE;
    }

    @Override
    public boolean bool(byte[] a, int at) {
        return (a[at] & 1) != 0;
    }

    @Override
    public int textEnd(byte[] a, int at, int to) {
        int code = ArrayAccess.getByte(a, at);
        int more = code - (Codes.STRING_0 + FieldValueCache.WORD_BYTES - 1); // the comparison that text() makes
        if (more >= 0 && more <= FieldValueCache.SHORT_BYTES - FieldValueCache.WORD_BYTES) {
            return at + FieldValueCache.WORD_BYTES + more;
        }
        return otherTextEnd(a, at, to);
    }

    private static int otherTextEnd(byte[] a, int at, int to) {
        int code = ArrayAccess.getByte(a, at);
        if (code >= Codes.STRING_0) {
            return at + 1 - Codes.STRING_0 + code;
        }
        return code == Codes.STRING_ANY ? shortLengthEnd(a, at, to) : NONE;
    }

    /** The index after a code, one byte of length and that many bytes. */
    private static int shortLengthEnd(byte[] a, int at, int to) {
        if (to - at < 2) {
            return NONE;
        }
        int length = ArrayAccess.getByte(a, at + 1);
        return length < STOP_BIT ? at + 2 + length : NONE;
    }

    @Override
    public String text(byte[] a, int at, int after, int field) {
        int more = after - at - FieldValueCache.WORD_BYTES;
        return more >= 0 && more <= FieldValueCache.SHORT_BYTES - FieldValueCache.WORD_BYTES // one comparison
                ? shortTexts.shortText(a, at, after, field)
                : otherText(a, at, after, field);
    }

    private String otherText(byte[] a, int at, int after, int field) {
        if (after - at < FieldValueCache.WORD_BYTES) {
            return shortTexts.partialWordText(a, at, after, field);
        }
        if (after - at <= FieldValueCache.LONG_BYTES) {
            return longTexts.longText(a, at, after, field);
        }
        int from = at + textPrefixLength(a, at);
        String cached = texts.findText(a, from, after, field);
        return cached != null ? cached : decodeAndStoreText(a, from, after);
    }

    /** The number of bytes before the characters of a text. */
    private static int textPrefixLength(byte[] a, int at) {
        return ArrayAccess.getByte(a, at) >= Codes.STRING_0 ? 1 : 2;
    }

    @Override
    public Object named(byte[] a, int at, int after, int field, NamedValues candidates) {
        Object cached = candidates.get(a, at + textPrefixLength(a, at), after);
        return cached != null ? cached : MessageDecoder.super.named(a, at, after, field, candidates);
    }

    private String decodeAndStoreText(byte[] a, int from, int after) {
        try {
            return values.texts().decodeAndStore(a, from, after - from);
        } catch (DecodingFault fault) {
            return null; // malformed, which the caller finds by reading the token
        }
    }

    private String decodeText(byte[] a, int at, int after, int field) {
        int from = at + textPrefixLength(a, at);
        try {
            return values.texts().decode(a, from, after - from);
        } catch (DecodingFault fault) {
            return null; // malformed, which the caller finds by reading the token
        }
    }

    @Override
    public Temporal temporal(byte[] a, int at, int after, int field) {
        return singleTemporals.isTracked(field)
                ? singleTemporal(a, at, after, field)
                : cachedTemporal(a, at, after, field);
    }

    /** Decodes a value of a field whose values rarely repeat, so that they do not fill the caches. */
    private Temporal singleTemporal(byte[] a, int at, int after, int field) {
        if (singleTemporals.skipLookup(field)) {
            return values.decodeTemporal(a, at, after);
        }
        int before = decodedTemporals;
        int length = after - at;
        Temporal value = length <= FieldValueCache.LONG_BYTES
                ? (length <= FieldValueCache.SHORT_BYTES ? shortTemporals : longTemporals)
                        .temporalOutOfLine(a, at, after, field)
                : longTemporal(a, at, after, field);
        if (before == decodedTemporals) {
            singleTemporals.recordHit(field);
        }
        return value;
    }

    private Temporal cachedTemporal(byte[] a, int at, int after, int field) {
        int more = after - at - (FieldValueCache.SHORT_BYTES + 1);
        if (more >= 0 && more < FieldValueCache.LONG_BYTES - FieldValueCache.SHORT_BYTES) {
            return longTemporals.longTemporal(a, at, after, field);
        }
        return more < 0 ? shortTemporals.shortTemporal(a, at, after, field) : longTemporal(a, at, after, field);
    }

    private Temporal longTemporal(byte[] a, int at, int after, int field) {
        Temporal cached = temporals.findTemporal(a, at, after, field);
        if (cached != null) {
            return cached;
        }
        countDecodedTemporal(field);
        return values.decodeAndCacheTemporal(a, at, after);
    }

    private Temporal decodeTemporal(byte[] a, int at, int after, int field) {
        countDecodedTemporal(field);
        return values.decodeTemporal(a, at, after);
    }

    private void countDecodedTemporal(int field) {
        decodedTemporals++;
        singleTemporals.recordMiss(field);
    }

    /** A date or time has a code of its own, or a text after a type name. Either has one byte of length. */
    @Override
    public int temporalEnd(byte[] a, int at, int to) {
        int code = ArrayAccess.getByte(a, at);
        if (code >= Codes.TIME && code <= Codes.ZONED_DATE_TIME) {
            int length = ArrayAccess.getByte(a, at + 1);
            int more = length + 2 - (FieldValueCache.SHORT_BYTES + 1); // the comparison that cachedTemporal() makes
            if (more >= 0 && more < FieldValueCache.LONG_BYTES - FieldValueCache.SHORT_BYTES) {
                return at + FieldValueCache.SHORT_BYTES + 1 + more;
            }
            return length < STOP_BIT ? at + 2 + length : NONE;
        }
        int text = code == Codes.TYPE_PREFIX ? shortLengthEnd(a, at, to) : NONE;
        return text < to ? textEnd(a, text, to) : NONE;
    }

    @Override
    public long int64(byte[] a, int at, int after) {
        return int64;
    }

    @Override
    public double float64(byte[] a, int at, int after) {
        return float64;
    }

    @Override
    public int int64End(byte[] a, int at, int to) {
        int code = ArrayAccess.getByte(a, at);
        int size = NONE;
        long value = 0;
        switch (code) {
            case Codes.INT64, Codes.INT64_0X -> {
                if (to - at >= EIGHT) {
                    size = EIGHT;
                    value = ArrayAccess.getLong(a, at + 1);
                }
            }
            case Codes.INT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = ArrayAccess.getInt(a, at + 1);
                }
            }
            case Codes.UINT32 -> {
                if (to - at >= FOUR) {
                    size = FOUR;
                    value = ArrayAccess.getInt(a, at + 1) & 0xFFFF_FFFFL;
                }
            }
            case Codes.INT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = ArrayAccess.getShort(a, at + 1);
                }
            }
            case Codes.UINT16 -> {
                if (to - at >= TWO) {
                    size = TWO;
                    value = ArrayAccess.getShort(a, at + 1) & 0xFFFF;
                }
            }
            case Codes.INT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = (byte) ArrayAccess.getByte(a, at + 1);
                }
            }
            case Codes.UINT8 -> {
                if (to - at >= ONE) {
                    size = ONE;
                    value = ArrayAccess.getByte(a, at + 1);
                }
            }
            default -> {
                if (code < Codes.BYTES_LENGTH8) {
                    size = 1;
                    value = code;
                }
            }
        }
        int64 = value;
        return size == NONE ? NONE : at + size;
    }

    /** Integers of 64 bits are excluded, since a double may not hold them. */
    @Override
    public int float64End(byte[] a, int at, int to) {
        int code = ArrayAccess.getByte(a, at);
        switch (code) {
            case Codes.FLOAT_STOP_2 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.toDouble(int64) / 1e2;
                return after;
            }
            case Codes.FLOAT_STOP_4 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.toDouble(int64) / 1e4;
                return after;
            }
            case Codes.FLOAT_STOP_6 -> {
                int after = stopBitEnd(a, at + 1, to);
                float64 = NumberDecoder.toDouble(int64) / 1e6;
                return after;
            }
            case Codes.FLOAT32 -> {
                if (to - at < FOUR) {
                    return NONE;
                }
                float64 = Float.intBitsToFloat(ArrayAccess.getInt(a, at + 1));
                return at + FOUR;
            }
            case Codes.FLOAT64 -> {
                if (to - at < EIGHT) {
                    return NONE;
                }
                float64 = Double.longBitsToDouble(ArrayAccess.getLong(a, at + 1));
                return at + EIGHT;
            }
            case Codes.INT64, Codes.INT64_0X -> {
                return NONE;
            }
            default -> {
                int after = int64End(a, at, to);
                float64 = int64;
                return after;
            }
        }
    }

    /**
     * Returns the index after a stop-bit number of at most eight bytes, and keeps the number; NONE if it does not
     * end.
     */
    private int stopBitEnd(byte[] a, int at, int to) {
        int most = Math.min(to, at + Long.BYTES);
        for (int p = at; p < most; p++) {
            int last = ArrayAccess.getByte(a, p);
            if (last < 0x80) {
                int64 = p == at
                        ? last
                        : NumberDecoder.stopBit(
                                ArrayAccess.getLong(a, p + 1 - Long.BYTES) >>> 56 - (p - at << 3), last);
                return p + 1;
            }
        }
        return NONE;
    }

    // ---- Values by tokens

    /** Whether a value is due at a position from which generated code could read it. */
    private boolean isValueHere() {
        return due > NOTHING && position >= Long.BYTES && position < end;
    }

    /** Skips the value that ends at {@code after}. */
    private void consume(int after) {
        position = after;
        due--;
    }

    private void consumeResolved() {
        try {
            consume(scanner.payloadEnd(array, valueAt, end));
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void nullValue() {
        resolveScalar();
        if (token != WireToken.NULL) {
            throw wrongKind(WireToken.NULL, token);
        }
        consumeResolved();
    }

    /** Resolves the next value, which must not be a whole body. */
    private void resolveScalar() {
        if (due == BODY) {
            throw dataError("expected a single value but was " + ValueDecoder.describe(body));
        }
        if (level.kind() == NestingLevel.Kind.LIST && !hasNext()) {
            throw unexpected("a value");
        }
        resolve();
    }

    @Override
    public boolean bool() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFE) == Codes.FALSE) {
            consume(p + 1);
            return (array[p] & 1) != 0;
        }
        resolveScalar();
        try {
            boolean value = values.bool(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public long int64() {
        int p = position;
        int after = isValueHere() ? int64End(array, p, end) : NONE;
        if (after > end) {
            return int64Slowly();
        }
        consume(after);
        return int64(array, p, after);
    }

    private long int64Slowly() {
        resolveScalar();
        try {
            long value = values.int64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public double float64() {
        int p = position;
        int after = isValueHere() ? float64End(array, p, end) : NONE;
        if (after > end) {
            return float64Slowly();
        }
        consume(after);
        return float64(array, p, after);
    }

    private double float64Slowly() {
        resolveScalar();
        try {
            double value = values.float64(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public BigDecimal decimal() {
        int text = due > NOTHING ? DecimalCodec.textStart(array, position, end) : end;
        if (text < end) {
            int after = DecimalCodec.textEnd(array, text);
            BigDecimal plain = after - text <= limits.maxNumberChars() ? DecimalText.parse(array, text, after) : null;
            if (plain != null) {
                consume(after);
                return plain;
            }
        }
        resolveScalar();
        try {
            BigDecimal value = values.decimal(array, valueAt, end, token);
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public String text() {
        int p = position;
        if (due > NOTHING && p < end && (array[p] & 0xFF) >= Codes.STRING_0) {
            int length = (array[p] & 0xFF) - Codes.STRING_0;
            int after = p + 1 + length;
            if (after <= end && length <= limits.maxTextChars()) {
                try {
                    String value = values.text(array, p + 1, length);
                    consume(after);
                    return value;
                } catch (DecodingFault fault) {
                    throw malformed(fault);
                }
            }
        }
        return textSlowly();
    }

    private String textSlowly() {
        resolveScalar();
        try {
            String value = compression == null
                    ? values.asText(array, valueAt, end, token, limits.maxTextChars())
                    : textOf(expandValue());
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public int readAscii(byte[] into) {
        int p = position;
        if (due <= NOTHING || p >= end) {
            return -1;
        }
        int length = (array[p] & 0xFF) - Codes.STRING_0;
        if (length < 0 || length > end - p - 1 || length > into.length || length > maxTextChars) {
            return -1;
        }
        byte all = 0;
        for (int i = 0; i < length; i++) {
            byte b = array[p + 1 + i];
            into[i] = b;
            all |= b;
        }
        if (all < 0) {
            return -1;
        }
        consume(p + 1 + length);
        return length;
    }

    @Override
    public void text(StringBuilder target) {
        resolveScalar();
        if (token != WireToken.TEXT || (array[valueAt] & 0xFF) < Codes.STRING_ANY) {
            WireIn.super.text(target);
            return;
        }
        try {
            int length = values.textLength(array, valueAt, end, limits.maxTextChars());
            int from = scanner.position();
            target.setLength(0);
            Cesu8.decode(array, from, from + length, target);
            consume(from + length);
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public UUID uuid() {
        if (due <= NOTHING || level.kind() == NestingLevel.Kind.LIST && !hasNext()) {
            return null;
        }
        resolve();
        if (array[valueAt] != (byte) Codes.UUID) {
            return null;
        }
        try {
            UUID value = values.uuid(array, valueAt, end);
            consumeResolved();
            return value;
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public byte[] bytes() {
        resolveScalar();
        try {
            byte[] value = compression == null
                    ? values.bytes(array, valueAt, end, token, limits.maxTextChars())
                    : expandValue();
            consumeResolved();
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    /** Returns the bytes of the value before they were compressed. */
    private byte[] expandValue() {
        ByteExpander.requireDecoder(compression);
        byte[] compressed = values.bytes(array, valueAt, end, token, maxTextChars);
        return expander.expand(compression, compressed, messageOffset(), valueAt);
    }

    private String textOf(byte[] utf8) {
        try {
            return values.text(utf8, 0, utf8.length);
        } catch (DecodingFault fault) {
            throw new ArithmeticException(
                    "expected text but was bytes that are not UTF-8, compressed by " + compression);
        }
    }

    @Override
    public Temporal temporal() {
        int p = position;
        int after = isValueHere() && end - p > 1 ? temporalEnd(array, p, end) : NONE;
        Temporal plain = after > end ? null : values.cachedTemporal(array, p, after);
        if (plain != null) {
            consume(after);
            return plain;
        }
        resolveScalar();
        try {
            Temporal value = values.temporal(array, valueAt, end, token);
            consumeResolved();
            if (position == after) {
                values.cacheTemporal(array, p, after, value);
            }
            return value;
        } catch (ArithmeticException e) {
            throw dataError(e.getMessage());
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }

    @Override
    public void skipValue() {
        if (level.kind() == NestingLevel.Kind.ROOT && due != NOTHING) {
            position = end;
            due = NOTHING;
            return;
        }
        if (level.kind() == NestingLevel.Kind.LIST ? !hasNext() : due == NOTHING) {
            throw unexpected("a value");
        }
        try {
            consume(scanner.valueEnd(array, position, end));
        } catch (DecodingFault fault) {
            throw malformed(fault);
        }
    }
}
