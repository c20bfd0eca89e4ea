package io.deltawire.csv;

import io.deltawire.wire.MalformedWireException;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireDataException;
import io.deltawire.wire.WireLocation;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.DepthReader;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NumberReader;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.temporal.Temporal;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads what is in each record: by tokens, or straight where generated code asks for that. */
final class RecordReader extends RecordArrivals implements DepthReader {
    private static final String FORMAT = "csv";

    private final Scalar scalar;
    private final CellKinds kinds;
    private final JsonInCell json;

    private final NumberReader number = new NumberReader();
    private final Place place;

    RecordReader(InputBuffer in, WireOptions options) {
        super(in, options);
        this.scalar = new Scalar(options.limits().maxNumberChars());
        this.kinds = new CellKinds(records, scalar);
        this.json = new JsonInCell(options.limits());
        this.place = new Place(records, groups);
    }

    @Override
    public Map<String, ColumnType> columnTypes() {
        Map<String, ColumnType> map = new LinkedHashMap<>();
        if (records.readHeader()) {
            ColumnType[] types = records.allTypes();
            if (!inJson) {
                known = null; // looking ahead may have moved the text that it came from
            }
            for (int i = 0; i < types.length; i++) {
                map.put(ColumnNames.of(records.table.leaves[i]), types[i]);
            }
        }
        return map;
    }

    @Override
    public StraightRecord record() {
        return record;
    }

    @Override
    public int position() {
        return at != null || inJson ? NONE : record.position();
    }

    @Override
    public void moveTo(int index, Shape shape, int ordinal, boolean isNamed) {
        if (index != NONE) {
            at = record.moveTo(ordinal, isNamed); // which is the place, where columns are not in order
            known = null;
        }
    }

    /** Whether the next value is a cell that is read as it stands. */
    private boolean isOrdinary() {
        return known == null && at != null && at.index >= 0 && !at.json && !inJson;
    }

    @Override
    public WireToken peek() {
        return at != null ? kind() : groups.next();
    }

    @Override
    public boolean isNull() {
        if (isOrdinary()) {
            return kinds.isNullLeaf(at, groups.isInEvent()); // and nothing has to be known of the column
        }
        return peek() == WireToken.NULL;
    }

    private WireToken kind() {
        if (inJson) {
            return json.peek();
        }
        if (known == null) {
            known = at.isLeaf() ? leafKind() : isNullGroup() ? WireToken.NULL : WireToken.BEGIN_OBJECT;
        }
        return known;
    }

    private boolean isNullGroup() {
        return groups.depth > 0 && !groups.isWrapper(at) && kinds.isNullGroup(at);
    }

    private WireToken leafKind() {
        if (kinds.isNullLeaf(at, groups.isInEvent())) {
            return WireToken.NULL;
        }
        if (at.json) {
            openJson();
            return json.peek();
        }
        boolean isText =
                records.type(at.index) == ColumnType.TEXT; // which may look at records ahead, and move the window
        records.load(at.index, scalar);
        try {
            return isText ? WireToken.TEXT : kinds.kind(at.index);
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    private void checkLength(int column) {
        int max = records.limits.maxTextChars();
        if (records.cells.to[column] - records.cells.from[column] > max
                && scalar.toText().length() > max) {
            throw new MalformedWireException(FORMAT, "text longer than " + max + " chars", location());
        }
    }

    private void openJson() {
        try {
            json.open(records, at.index, groups.depth);
        } catch (JsonCell.Fault e) {
            throw new MalformedWireException(
                    FORMAT, e.getMessage() + " (index " + e.index + " of the cell)", location());
        }
        inJson = true;
    }

    @Override
    public String typeName() {
        if (at == null) {
            return null;
        }
        if (at.json && (kind() != WireToken.NULL || inJson)) { // an empty cell is null too, and not JSON text
            return json.typeName();
        }
        Column type = at.type;
        return type == null || records.isEmpty(type.index) ? null : names.of(type);
    }

    @Override
    public void beginObject() {
        expect(WireToken.BEGIN_OBJECT, "an object");
        if (inJson) {
            push(false);
            return;
        }
        groups.enter(at);
        at = null;
        known = null;
    }

    @Override
    public void beginList() {
        expect(WireToken.BEGIN_LIST, "a list");
        push(true);
    }

    private void push(boolean list) {
        if (!json.begin(list)) {
            throw new MalformedWireException(
                    FORMAT, "nested deeper than " + records.limits.maxDepth() + " levels", location());
        }
    }

    private void expect(WireToken token, String what) {
        if (at == null) {
            throw unexpected("a value");
        }
        WireToken found = kind();
        if (found != token) {
            throw data("expected " + what + " but was " + CellKinds.shown(found));
        }
    }

    @Override
    public void endObject() {
        if (inJson && json.isInside()) {
            leaveJsonIf(json.end(WireToken.END_OBJECT));
            return;
        }
        inJson = false; // a cell that has been looked at only
        if (groups.depth == 0) {
            throw new IllegalStateException("no object is begun");
        }
        groups.depth--;
        at = null;
        known = null;
    }

    @Override
    public void endList() {
        if (!inJson) {
            throw new IllegalStateException("no list is begun");
        }
        leaveJsonIf(json.end(WireToken.END_LIST));
    }

    /** Leaves the cell of JSON text where its value has been read. */
    private void leaveJsonIf(boolean isRead) {
        if (isRead) {
            inJson = false;
            at = null;
            known = null;
        }
    }

    private void done() {
        if (inJson) {
            leaveJsonIf(json.taken());
        } else {
            at = null;
            known = null;
        }
    }

    @Override
    public boolean hasNext() {
        WireToken token = peek();
        return token != WireToken.END_OBJECT && token != WireToken.END_LIST && token != WireToken.END_MESSAGE;
    }

    @Override
    public String fieldName() {
        WireToken token = peek();
        if (token != WireToken.FIELD && token != WireToken.EVENT) {
            throw unexpected("a name");
        }
        if (inJson) {
            return json.fieldName();
        }
        return groups.name(enter());
    }

    /** Goes to the value of the next entry. */
    private Column enter() {
        Column field = groups.nextEntry();
        at = field;
        if (field.value != null && !records.isEmpty(field.value.index)) {
            at = field.value;
        }
        return field;
    }

    @Override
    public int nextField(Shape shape) {
        if (at == null && groups.depth > 0) {
            int ordinal = groups.ordinal(shape);
            if (ordinal >= 0) {
                enter();
            }
            return ordinal;
        }
        if (!inJson) {
            throw unexpected("a name");
        }
        WireToken token = json.peek();
        if (token == WireToken.END_OBJECT) {
            return END;
        }
        if (token != WireToken.FIELD) {
            throw unexpected("a name");
        }
        return json.nextField(shape);
    }

    @Override
    public void key() {
        throw unexpected("a key");
    }

    /** Makes {@link #scalar} the text of the value that is next. */
    private Scalar scalar(String expected) {
        if (at == null) {
            throw unexpected("a value");
        }
        if (known == null && !inJson && at.isLeaf() && !at.json) {
            if (records.loadOrdinary(at.index, scalar)) {
                return scalar;
            }
            if (!kinds.isNullLeaf(at, groups.isInEvent())) {
                records.load(at.index, scalar);
                checkLength(at.index);
                return scalar;
            }
        }
        WireToken token = kind();
        if (token == WireToken.FIELD || token == WireToken.END_LIST || token == WireToken.END_OBJECT) {
            throw unexpected("a value");
        }
        if (token == WireToken.NULL || token == WireToken.BEGIN_OBJECT || token == WireToken.BEGIN_LIST) {
            throw data("expected " + expected + " but was " + CellKinds.shown(token));
        }
        if (inJson) {
            json.load(scalar);
        } else {
            checkLength(at.index);
        }
        return scalar;
    }

    /** Captures nothing, so that it is no garbage. */
    private interface Conversion<T> {
        T make(Scalar scalar);
    }

    private <T> T any(String expected, Conversion<T> conversion) {
        Scalar value = scalar(expected);
        try {
            T result = conversion.make(value);
            done();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public void nullValue() {
        expect(WireToken.NULL, "null");
        done();
    }

    @Override
    public boolean bool() {
        return any("true or false", Scalar::toBool);
    }

    @Override
    public long int64() {
        if (isOrdinary() && records.int64(at.index, number)) {
            at = null;
            return number.int64;
        }
        return anyInt64();
    }

    private long anyInt64() {
        Scalar value = scalar("an integer");
        try {
            long result = value.toInt64();
            done();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public double float64() {
        if (isOrdinary() && records.float64(at.index, number)) {
            at = null;
            return number.float64;
        }
        return anyFloat64();
    }

    private double anyFloat64() {
        Scalar value = scalar("a number");
        try {
            double result = value.toFloat64();
            done();
            return result;
        } catch (ArithmeticException e) {
            throw data(e.getMessage());
        }
    }

    @Override
    public BigDecimal decimal() {
        return any("a number", Scalar::toDecimal);
    }

    @Override
    public String text() {
        if (isOrdinary() && records.isOrdinaryAscii(at.index)) {
            int column = at.index;
            at = null;
            return texts.text(records.in.array, records.from(column), records.to(column));
        }
        return anyText();
    }

    private String anyText() {
        Scalar value = scalar("text");
        String result = inJson ? json.text() : value.toText();
        done();
        return result;
    }

    @Override
    public void text(StringBuilder target) {
        Scalar value = scalar("text");
        if (inJson) {
            target.setLength(0);
            target.append(json.text());
        } else {
            value.toText(target);
        }
        done();
    }

    @Override
    public byte[] bytes() {
        return any("bytes", Scalar::toBytes);
    }

    @Override
    public Temporal temporal() {
        if (isOrdinary() && records.isOrdinaryAscii(at.index)) {
            try {
                Temporal value = texts.temporal(records.in.array, records.from(at.index), records.to(at.index));
                at = null;
                return value;
            } catch (DateTimeException e) {
                return any("a date or time", Scalar::toTemporal); // which says so
            }
        }
        return any("a date or time", Scalar::toTemporal);
    }

    @Override
    public void skipValue() {
        if (at == null) {
            throw unexpected("a value");
        }
        if (inJson) {
            if (!json.isAtValue()) {
                throw unexpected("a value");
            }
            leaveJsonIf(json.skip());
        } else {
            done();
        }
    }

    @Override
    public int depth() {
        return inJson ? json.depth() : groups.depth;
    }

    @Override
    public WireLocation location() {
        if (records.cells == null || records.table == null) {
            return WireLocation.ofLine(1, 1, "$");
        }
        if (record.isUnopened()) {
            return records.cells.location(0);
        }
        try {
            record.findCells();
        } catch (MalformedWireException e) {
            return e.location();
        }
        return place.of(at, inJson ? json.path() : "");
    }

    /** The error that what is next is another thing than was asked for. */
    private RuntimeException unexpected(String wanted) {
        return records.isPresent()
                ? data("expected " + wanted + " but was " + CellKinds.shown(peek()))
                : new IllegalStateException("no message: call nextMessage()");
    }

    private WireDataException data(String problem) {
        return new WireDataException(FORMAT, problem, location());
    }

    @Override
    public void close() {
        records.in.close();
    }
}
