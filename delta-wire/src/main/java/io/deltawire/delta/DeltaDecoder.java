package io.deltawire.delta;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.spi.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns message bodies back into records: the table machine of docs/spec/delta.md, section 5. It makes no choice of its
 * own. After a {@link MalformedWireException} its state is undefined until {@link #reset}.
 */
final class DeltaDecoder {
    private static final int MAX_TYPES = 1 << 16;
    private static final int MAX_NODES = 1 << 20;

    private final WireLimits limits;
    private final ByteCursor c;
    private final ValueSkipper skipper;
    private final List<TypeState> types = new ArrayList<>();
    private final Slots slots = new Slots();
    private final RecordPool pool = new RecordPool();
    private int slotCount;
    private int live;
    private final Succession succession = new Succession();
    /** What the state counts as: {@link StateSize}. */
    private long stateBytes;
    /** The length of all texts and plain values that records of this epoch were sent. */
    private long sentBytes;
    /** What the stream has announced not to pass. */
    private long maxKeys;

    private long maxStateBytes;

    private final Coded predicted = new Coded();
    private final Coded value = new Coded();

    /** The slot of the record that the message has updated, or -1. */
    private int present = -1;
    /** The record that the message has deleted, or null. */
    private RecordState deleted;

    MessageKind kind;

    /** Whether the message is a record said again, which has changed nothing. */
    boolean isRepeat;

    private final long[] edited = new long[ListEdit.MAX];
    private final long[] edits = new long[ListEdit.MAX];

    /** The first 64 leaves of those that the message has sent; those that are as predicted may have changed too. */
    long changed;

    /** @param skipper of the same cursor */
    DeltaDecoder(ByteCursor cursor, ValueSkipper skipper) {
        this.c = cursor;
        this.limits = cursor.limits();
        this.skipper = skipper;
        this.maxKeys = limits.maxKeys();
        this.maxStateBytes = limits.maxStateBytes();
    }

    /** Forgets everything, for an epoch that is announced to keep to these bounds. */
    void reset(BlockReader.Header header) {
        maxKeys = header.maxKeys();
        maxStateBytes = header.maxStateBytes();
        types.clear();
        pool.recycle(slots, slotCount);
        succession.clear();
        slotCount = 0;
        live = 0;
        stateBytes = 0;
        sentBytes = 0;
        present = -1;
        deleted = null;
    }

    /** The record that the message has updated or deleted, or null for a plain message. */
    RecordState record() {
        return present >= 0 ? slots.at[present] : deleted;
    }

    /** Decodes the body at the cursor; a plain message is left there, for the caller to skip. */
    void decode() {
        kind = MessageKind.DATA;
        isRepeat = false;
        present = -1;
        if (deleted != null) {
            deleted = null;
        }
        if (sentBytes > 2 * maxStateBytes) {
            throw tooLarge();
        }
        for (; ; ) {
            int head = c.u8();
            if (head < Op.CONTROL) {
                update(head);
                return;
            }
            switch (head) {
                case Op.NODES -> defineNodes();
                case Op.PREDICTORS -> setPredictors();
                case Op.KEYS -> setKeys();
                case Op.REPEAT -> isRepeat = true;
                case Op.EDIT -> {
                    editLists();
                    return;
                }
                case Op.NEW -> {
                    newRecord(slotCount);
                    return;
                }
                case Op.NEW_AT -> {
                    newRecord(c.varIntUpTo(slotCount, "slot"));
                    return;
                }
                case Op.FULL -> {
                    fullRecord();
                    return;
                }
                case Op.DELETE -> {
                    deleted = slot(c.varInt());
                    remove(deleted);
                    kind = MessageKind.DELETE;
                    return;
                }
                case Op.FORGET -> remove(slot(c.varInt()));
                case Op.PLAIN, Op.META, Op.DELETE_PLAIN -> {
                    kind = switch (head) {
                        case Op.META -> MessageKind.META;
                        case Op.DELETE_PLAIN -> MessageKind.DELETE;
                        default -> MessageKind.DATA;
                    };
                    return;
                }
                default -> skipOrRefuse(head);
            }
        }
    }

    private void remove(RecordState gone) {
        gone.type.leavesSlot(gone);
        slots.at[gone.slot] = null;
        live--;
        gone.type.records--;
        stateBytes -= StateSize.record(gone.type);
    }

    private void skipOrRefuse(int head) {
        if (head < Op.SKIPPABLE) {
            c.position--;
            throw c.malformed("expected a message but was unknown operation 0x" + Integer.toHexString(head));
        }
        int length = c.length(limits.maxMessageBytes(), "skippable operation");
        c.position += length;
    }

    // ---- announcements

    private TypeState type(long id) {
        if (id < 0 || id >= types.size()) {
            throw c.malformed("expected one of " + types.size() + " types but was type " + Long.toUnsignedString(id));
        }
        return types.get((int) id);
    }

    private void defineNodes() {
        long id = c.varInt();
        if (id == types.size() && id < MAX_TYPES) {
            types.add(new TypeState((int) id, slots, false));
            charge(StateSize.TYPE);
        }
        TypeState type = type(id);
        int count = c.varIntUpTo(c.end - c.position, "count of nodes");
        Node parentBefore = type.root;
        Node before = type.root;
        for (int i = 0; i < count; i++) {
            int flags = c.u8();
            int nodeKind = flags & 7;
            if (flags > 0x2F || nodeKind > Op.NODE_FIELD_PREFIX) {
                throw c.malformed("expected a node but was 0x" + Integer.toHexString(flags));
            }
            if (nodeKind == Op.NODE_LEAF_OF) {
                addLeaf(type, node(type, c.varInt()));
                continue;
            }
            Node parent = switch (flags & 0x30) {
                case Op.PARENT_SAME -> parentBefore;
                case Op.PARENT_PREVIOUS_NODE -> before;
                default -> node(type, c.varInt());
            };
            before = defineNode(type, parent, nodeKind, before);
            parentBefore = parent;
            if ((flags & Op.NODE_HAS_LEAF) != 0) {
                addLeaf(type, before);
            }
        }
        for (RecordState slot : slots.at) {
            if (slot != null && slot.type == type) {
                slot.grow();
            }
        }
        if (type.last() != null) {
            type.last().grow();
        }
    }

    private Node defineNode(TypeState type, Node parent, int nodeKind, Node before) {
        if (type.nodes.size() >= MAX_NODES || parent.depth() >= limits.maxDepth() || parent.kind == Op.NODE_TYPE) {
            throw c.malformed("expected a node at a depth of at most " + limits.maxDepth());
        }
        String name = null;
        byte[] key = null;
        int kindOfNode = nodeKind;
        switch (nodeKind) {
            case Op.NODE_FIELD, Op.NODE_EVENT -> name = c.name();
            case Op.NODE_FIELD_PREFIX -> {
                int shared = c.varIntUpTo(before.name == null ? 0 : before.name.length(), "length of shared prefix");
                name = (before.name == null ? "" : before.name.substring(0, shared)) + c.name();
                kindOfNode = Op.NODE_FIELD;
                if (Utf8.length(name) > limits.maxNameBytes()) {
                    throw c.malformed("expected a name of at most " + limits.maxNameBytes() + " bytes");
                }
            }
            case Op.NODE_KEY -> {
                int start = c.position;
                skipper.skip(limits.maxDepth() - parent.depth());
                key = Arrays.copyOfRange(c.array, start, c.position);
            }
            default -> {}
        }
        boolean twice = kindOfNode == Op.NODE_TYPE
                ? parent.type != null
                : name != null ? parent.find(name, kindOfNode) != null : key != null && parent.find(key) != null;
        if (twice) {
            throw c.malformed("node given twice: " + (name == null ? "key or type" : name));
        }
        Node node = type.addNode(parent, kindOfNode, name, key);
        charge(StateSize.node(node));
        return node;
    }

    private void addLeaf(TypeState type, Node node) {
        if (node.leaf >= 0) {
            throw c.malformed("leaf given twice: " + node.path());
        }
        charge(StateSize.leaf(type.records));
        type.addLeaf(node);
        type.countedLeaves = type.leaves;
    }

    private Node node(TypeState type, long id) {
        if (id < 0 || id >= type.nodes.size()) {
            throw c.malformed(
                    "expected one of " + type.nodes.size() + " nodes but was node " + Long.toUnsignedString(id));
        }
        return type.nodes.get((int) id);
    }

    private void setPredictors() {
        TypeState type = type(c.varInt());
        for (; ; ) {
            long entry = c.varInt();
            if (entry == 3) {
                return;
            }
            long leaf = entry >>> 2;
            if (leaf >= type.leaves || (entry & 3) == 3) {
                throw c.malformed("expected a predictor of one of " + type.leaves + " leaves but was "
                        + Long.toUnsignedString(entry));
            }
            type.predict((int) leaf, (byte) (entry & 3));
        }
    }

    private void setKeys() {
        TypeState type = type(c.varInt());
        int[] leaves = new int[c.varIntUpTo(Math.min(type.leaves, c.end - c.position), "count of key leaves")];
        for (int i = 0; i < leaves.length; i++) {
            leaves[i] = c.varIntUpTo(type.leaves - 1L, "key leaf");
        }
        type.keyLeaves = leaves;
    }

    // ---- updates

    private void update(int head) {
        apply(find(head), head & Op.CODE_BITS);
    }

    /** Edits of the record's lists, and the update that they go before. */
    private void editLists() {
        int count = 0;
        boolean more;
        do {
            if (count == ListEdit.MAX) {
                throw c.malformed("expected at most " + ListEdit.MAX + " edits of lists");
            }
            long list = c.varInt();
            edited[count] = list >>> 1;
            edits[count++] = c.varInt();
            more = (list & 1) != 0;
        } while (more);
        int head = c.u8();
        if (head >= Op.CONTROL) {
            throw c.malformed("expected the update of a record after edits of its lists");
        }
        RecordState record = find(head);
        if (record.type.leaves > ListEdit.MAX_LEAVES) {
            throw c.malformed("expected edits of lists in a record of at most " + ListEdit.MAX_LEAVES
                    + " leaves but it has " + record.type.leaves);
        }
        int size = 0;
        for (int i = 0; i < count; i++) {
            Node list = list(record.type, edited[i]);
            size = i > 0 && edited[i] == edited[i - 1] ? size : ListEdit.size(record, list);
            size = ListEdit.apply(record, list, size, edits[i], c);
        }
        apply(record, head & Op.CODE_BITS);
    }

    private Node list(TypeState type, long number) {
        if (number >= type.lists.size()) {
            throw c.malformed("expected one of " + type.lists.size() + " lists but was list " + number);
        }
        return type.lists.get((int) number);
    }

    /** The record that the first byte of an update names. */
    private RecordState find(int head) {
        int mode = head & Op.MODE_BITS;
        if (mode != Op.SAME_KEY && mode != Op.NEXT_KEY) {
            return slot(c.varInt());
        }
        int slot = mode == Op.SAME_KEY ? succession.previous() : succession.next();
        RecordState record = slot < 0 ? null : slots.at[slot];
        if (record == null) {
            throw c.malformed("expected a key that is known but the message is for the "
                    + (mode == Op.SAME_KEY ? "same" : "next") + " one and there is none");
        }
        return record;
    }

    private RecordState slot(long number) {
        RecordState found = number >= 0 && number < slotCount ? slots.at[(int) number] : null;
        if (found == null) {
            throw c.malformed("expected a slot that is in use but was " + Long.toUnsignedString(number));
        }
        return found;
    }

    private void newRecord(int slot) {
        long typeAndSource = c.varInt();
        TypeState type = type(typeAndSource >>> 1);
        if (slot < slotCount && slots.at[slot] != null) {
            throw c.malformed("expected a free slot but " + slot + " is in use");
        }
        if (live >= maxKeys || slot >= maxKeys) {
            throw c.malformed("expected at most " + maxKeys + " keys");
        }
        charge(StateSize.record(type));
        RecordState record = pool.take(type, slot);
        if ((typeAndSource & 1) != 0) {
            if (type.last() == null) {
                throw c.malformed("expected a record to copy but the type has none");
            }
            record.copyValues(type.last());
        }
        if (slot >= slots.at.length) {
            slots.at = Arrays.copyOf(slots.at, 2 * slot);
        }
        slots.at[slot] = record;
        slotCount = Math.max(slotCount, slot + 1);
        live++;
        type.records++;
        apply(record, maskCode());
    }

    private void fullRecord() {
        RecordState old = slot(c.varInt());
        old.type.leavesSlot(old);
        RecordState record = pool.take(old.type, old.slot);
        slots.at[old.slot] = record;
        apply(record, maskCode());
    }

    private int maskCode() {
        int code = c.u8();
        if (code > Op.CODE_BITS) {
            throw c.malformed("expected a mask code of at most 63 but was " + code);
        }
        return code;
    }

    private void apply(RecordState record, int maskCode) {
        TypeState type = record.type;
        long[] mask = mask(type, maskCode);
        changed = mask.length == 0 ? 0 : mask[0];
        for (int leaf : type.predicted) {
            if (leaf >>> 6 >= mask.length || (mask[leaf >>> 6] >>> leaf & 1) == 0) {
                advance(record, leaf);
            }
        }
        for (int w = 0; w < mask.length; w++) {
            for (long bits = mask[w]; bits != 0; bits &= bits - 1) {
                int leaf = w << 6 | Long.numberOfTrailingZeros(bits);
                if (leaf >= type.leaves) {
                    throw c.malformed("expected a mask of " + type.leaves + " leaves");
                }
                read(record, leaf);
            }
        }
        record.updates++;
        type.setLast(record);
        succession.cameTo(record.slot);
        present = record.slot;
    }

    /** Moves a value that is as predicted on to the prediction. */
    private void advance(RecordState record, int leaf) {
        TypeState type = record.type;
        if (type.predictors[leaf] == Op.LAST_OF_TYPE) {
            RecordState last = type.last();
            if (last != null && last != record) {
                record.copyValue(last, leaf);
            }
        } else {
            long difference = record.difference(leaf);
            if (difference != 0 && !move(record, leaf, difference)) {
                predicted.predict(record, leaf);
                materialize(predicted);
                record.set(leaf, predicted);
            }
        }
    }

    /** Adds to a number that stays in its form; false where the value is none, or is more than a number. */
    private boolean move(RecordState record, int leaf, long by) {
        long number = record.value(leaf) + by;
        switch (record.kind(leaf)) {
            case Kind.INT:
                record.move(leaf, number, number, by);
                return true;
            case Kind.DEC:
                checkMantissa(number, DecimalCode.MAX_MANTISSA);
                record.move(leaf, number, DecimalCode.bits(number, record.aux(leaf)), by);
                return true;
            default:
                return false;
        }
    }

    private long[] mask(TypeState type, int code) {
        if (code < Op.BITMAP) {
            int index =
                    code < Op.SHORT_TEMPLATES ? code : Op.SHORT_TEMPLATES + (code - Op.SHORT_TEMPLATES << 8) + c.u8();
            long[] mask = type.templates.get(index);
            if (mask == null) {
                throw c.malformed("expected a mask that has been sent but was mask " + index);
            }
            return mask;
        }
        long[] mask = new long[type.maskWords()];
        if (code <= Op.BITMAP_STORED) {
            int bytes = type.leaves + 7 >>> 3;
            for (int i = 0; i < bytes; i++) {
                mask[i >>> 3] |= (long) c.u8() << ((i & 7) << 3);
            }
        } else {
            int count = c.varIntUpTo(type.leaves, "count of changes");
            long leaf = -1;
            for (int i = 0; i < count; i++) {
                leaf += 1 + (long) c.varIntUpTo(type.leaves, "gap");
                if (leaf >= type.leaves) {
                    throw c.malformed("expected a leaf below " + type.leaves + " but was " + leaf);
                }
                mask[(int) (leaf >>> 6)] |= 1L << leaf;
            }
        }
        if (code == Op.BITMAP_STORED || code == Op.SPARSE_STORED) {
            type.templates.add(mask);
        }
        return mask;
    }

    // ---- values

    private void read(RecordState record, int leaf) {
        TypeState type = record.type;
        byte predictor = type.predictors[leaf];
        byte held = record.kind(leaf);
        if (predictor != Op.LAST_OF_TYPE && (held == Kind.INT || held == Kind.DEC)) {
            long off = c.signed();
            if (off != 0) {
                move(record, leaf, predictor == Op.LINEAR ? off + record.difference(leaf) : off);
                return;
            }
            predicted.predict(record, leaf);
            readFull(record, leaf, c.u8());
            record.set(leaf, value);
            return;
        }
        predicted.predict(record, leaf);
        if (Kind.isBare(predicted.kind)) {
            readFull(record, leaf, c.u8());
        } else {
            readDifference(record, leaf);
        }
        record.set(leaf, value);
    }

    private void readDifference(RecordState record, int leaf) {
        Coded p = predicted;
        switch (p.kind) {
            case Kind.BOOL -> {
                int toggled = c.u8();
                if (toggled == Op.ESCAPE) {
                    readFull(record, leaf, c.u8());
                } else if (toggled == 1) {
                    value.set(Kind.BOOL, 0, 1 - p.value, 1 - p.value, null);
                } else {
                    throw c.malformed("expected 0 or 1 for a boolean but was " + toggled);
                }
            }
            case Kind.F64 -> readDouble(record, leaf);
            case Kind.TEXT -> readText(record, leaf);
            default -> {
                long difference = c.signed();
                if (difference == 0) {
                    readFull(record, leaf, c.u8());
                } else {
                    value.set(p.kind, p.aux, p.value + difference, 0, p.ref);
                    materialize(value);
                }
            }
        }
    }

    private void readDouble(RecordState record, int leaf) {
        TypeState type = record.type;
        int control = c.u8();
        if (control == Op.ESCAPE) {
            readFull(record, leaf, c.u8());
            return;
        }
        if (control >= 0x80) {
            readRingDouble(type, leaf, control & 0x7F);
            return;
        }
        int kept = control & 0xF;
        int zeros = control >> 4;
        if (kept == 0 || kept + zeros > 8) {
            throw c.malformed("expected the control byte of a double but was 0x" + Integer.toHexString(control));
        }
        long xor = 0;
        for (int i = 0; i < kept; i++) {
            xor = xor << 8 | c.u8();
        }
        setDouble(type, leaf, predicted.value ^ xor << 8 * zeros);
    }

    private void readRingDouble(TypeState type, int leaf, int index) {
        DoubleRing ring = type.doubleRing(leaf);
        if (!ring.has(index)) {
            throw c.malformed("expected the index of a double that has been sent but was " + index);
        }
        long bits = ring.get(index);
        value.set(Kind.F64, 0, bits, bits, null);
    }

    private void setDouble(TypeState type, int leaf, long bits) {
        type.doubleRing(leaf).add(bits);
        value.set(Kind.F64, 0, bits, bits, null);
    }

    private void readText(RecordState record, int leaf) {
        TypeState type = record.type;
        long code = c.varInt();
        if (code == Op.ESCAPE) {
            readFull(record, leaf, c.u8());
        } else if (code == Op.TEXT_LITERAL) {
            setText(type, leaf, c.text());
        } else {
            readRingText(type, leaf, code - Op.TEXT_RING_BASE);
        }
    }

    private void readRingText(TypeState type, int leaf, long index) {
        String text = type.textRing(leaf).get(index);
        if (text == null) {
            throw c.malformed("expected the index of a text that has been sent but was " + index);
        }
        value.set(Kind.TEXT, 0, 0, 0, text);
    }

    private void setText(TypeState type, int leaf, String text) {
        sentBytes += text.length();
        if (text.length() <= Op.TEXT_RING_MAX_BYTES && Utf8.length(text) <= Op.TEXT_RING_MAX_BYTES) {
            type.textRing(leaf).add(text);
        }
        value.set(Kind.TEXT, 0, 0, 0, text);
    }

    private void readFull(RecordState record, int leaf, int op) {
        TypeState type = record.type;
        if (op >= Op.DEC && op < Op.DEC + 0x20) {
            readDecimal(op);
            return;
        }
        switch (op) {
            case Op.NULL -> value.set(Kind.NULL, 0, 0, 0, null);
            case Op.ABSENT -> value.set(Kind.ABSENT, 0, 0, 0, null);
            case Op.EMPTY_OBJECT -> value.set(Kind.EMPTY_OBJECT, 0, 0, 0, null);
            case Op.EMPTY_LIST -> value.set(Kind.EMPTY_LIST, 0, 0, 0, null);
            case Op.FALSE -> value.set(Kind.BOOL, 0, 0, 0, null);
            case Op.TRUE -> value.set(Kind.BOOL, 0, 1, 1, null);
            case Op.INT -> {
                long number = c.signed();
                value.set(Kind.INT, 0, number, number, null);
            }
            case Op.F64 -> setDouble(type, leaf, c.bits());
            case Op.F64_RING -> readRingDouble(type, leaf, c.u8());
            case Op.TEXT -> setText(type, leaf, c.text());
            case Op.TEXT_RING -> readRingText(type, leaf, c.varInt());
            case Op.SHADOW, Op.SHADOW_DIFF -> readFromShadow(record, leaf, op);
            case Op.TIME -> {
                TimeValue time = c.time();
                value.set(Kind.TIME, time.format(), time.count(), 0, time);
            }
            default -> {
                int start = --c.position;
                skipper.skipWhole(limits.maxDepth() - type.leafNodes.get(leaf).depth());
                sentBytes += c.position - start;
                value.set(Kind.RAW, 0, 0, 0, Arrays.copyOfRange(c.array, start, c.position));
            }
        }
    }

    private void readDecimal(int op) {
        long number = c.signed();
        if (op < Op.NUMTEXT) {
            int scale = op - Op.DEC;
            long base = predicted.kind == Kind.DEC ? DecimalCode.rescale(predicted.value, predicted.aux, scale) : 0;
            value.set(Kind.DEC, scale, base + number, 0, null);
        } else {
            value.set(Kind.NUMTEXT, op - Op.NUMTEXT, number, 0, null);
        }
        materialize(value);
    }

    private void readFromShadow(RecordState record, int leaf, int op) {
        byte shadow = record.shadowKind(leaf);
        if (shadow == Kind.ABSENT || op == Op.SHADOW_DIFF && !Kind.isNumeric(shadow)) {
            throw c.malformed("expected a value before the null to go back to, and there is none");
        }
        long difference = op == Op.SHADOW ? 0 : c.signed();
        long number = record.shadowValue(leaf) + difference;
        value.set(shadow, record.shadowAux(leaf), number, number, record.shadowRef(leaf));
        if (Kind.isNumeric(shadow)) {
            materialize(value);
        }
    }

    /** Makes what a numeric value stands for. */
    private void materialize(Coded coded) {
        switch (coded.kind) {
            case Kind.INT -> coded.raw = coded.value;
            case Kind.DEC -> {
                checkMantissa(coded.value, DecimalCode.MAX_MANTISSA);
                coded.raw = DecimalCode.bits(coded.value, coded.aux);
            }
            case Kind.NUMTEXT -> {
                checkMantissa(coded.value, DecimalCode.MAX_TEXT_MANTISSA);
                coded.ref = DecimalCode.text(coded.value, coded.aux);
            }
            default -> coded.ref = c.time(coded.aux, ((TimeValue) coded.ref).zone(), coded.value);
        }
    }

    private void checkMantissa(long mantissa, long most) {
        if (mantissa > most || mantissa < -most) {
            throw c.malformed("expected a mantissa of at most " + most + " but was " + mantissa);
        }
    }

    private void charge(long bytes) {
        stateBytes += bytes;
        if (stateBytes > maxStateBytes) {
            throw tooLarge();
        }
    }

    private MalformedWireException tooLarge() {
        return c.malformed("expected a stream whose state takes at most " + maxStateBytes + " bytes");
    }

    /** What the state counts as. */
    long stateBytes() {
        return stateBytes;
    }
}
