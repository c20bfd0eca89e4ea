package io.deltawire.csv.internal.read;

import io.deltawire.csv.internal.text.ScalarText;
import io.deltawire.wire.Shape;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireToken;
import io.deltawire.wire.spi.Nesting;
import io.deltawire.wire.spi.text.TextCache;

/**
 * A reader's position in the JSON text of a cell: the next token, and the path to it. Methods that return a boolean
 * return whether the value of the whole cell has been read, unless they say otherwise. Not thread-safe.
 */
public final class JsonCellCursor {
    private final JsonCellParser json;
    private final Nesting nesting;
    /** The number of levels of the record that the cell is in. */
    private int outside;

    public JsonCellCursor(WireLimits limits, TextCache texts) {
        this.json = new JsonCellParser(limits.maxDepth(), limits.maxNameBytes(), texts);
        this.nesting = new Nesting(limits.maxDepth());
    }

    /**
     * Begins the text of a column's cell.
     *
     * @param depth the number of levels of the record that the cell is in
     */
    public void open(CellReader cells, int column, int depth) throws JsonCellParser.Fault {
        cells.parse(column, json);
        nesting.clear();
        outside = depth;
        for (int i = 0; i < depth; i++) {
            nesting.pushObject();
        }
    }

    /** The number of open objects and lists, those of the record included. */
    public int depth() {
        return nesting.depth();
    }

    public WireToken peek() {
        return json.peek();
    }

    public String typeName() {
        return json.typeName();
    }

    /** Enters a list or an object. Returns false if that is too deep. */
    public boolean begin(boolean list) {
        if (!(list ? nesting.pushList() : nesting.pushObject())) {
            return false;
        }
        if (list) {
            nesting.nextItem();
        }
        json.advance();
        return true;
    }

    /** Skips the rest of a list or object and leaves it. Returns whether that ends the cell. */
    public boolean end(WireToken end) {
        if (nesting.depth() == outside || nesting.inList() != (end == WireToken.END_LIST)) {
            throw new IllegalStateException("expected " + end + " of another object or list");
        }
        for (WireToken token = json.peek(); token != end; token = json.peek()) {
            if (token == WireToken.FIELD) {
                json.advance();
            } else {
                json.skip();
            }
        }
        nesting.pop();
        return endValue();
    }

    /** Moves past the value that has been read. Returns whether that ends the cell. */
    public boolean endValue() {
        json.advance();
        return finishValue();
    }

    public boolean isAtValue() {
        WireToken token = json.peek();
        return token != WireToken.FIELD && token != WireToken.END_LIST && token != WireToken.END_OBJECT;
    }

    /** Whether an object or list of the cell has been entered. */
    public boolean isInside() {
        return nesting.depth() > outside;
    }

    /** Skips a value. Returns whether that ends the cell. */
    public boolean skip() {
        json.skip();
        return finishValue();
    }

    private boolean finishValue() {
        if (json.isDone()) {
            json.trim();
            return true;
        }
        if (nesting.inList()) {
            nesting.nextItem();
        }
        return false;
    }

    public String fieldName() {
        String name = json.name();
        nesting.setName(name);
        json.advance();
        return name;
    }

    /** Reads the next name if the shape has it. */
    public int nextField(Shape shape) {
        int ordinal = shape.ordinal(json.name());
        if (ordinal < 0) {
            return WireIn.UNKNOWN;
        }
        fieldName();
        return ordinal;
    }

    public void load(ScalarText into) {
        json.load(into);
    }

    public String text() {
        return json.text();
    }

    /** The path from the record to the present token, without the root. */
    public String path() {
        return nesting.path().substring(1);
    }
}
