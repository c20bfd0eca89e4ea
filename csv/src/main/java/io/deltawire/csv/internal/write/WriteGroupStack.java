package io.deltawire.csv.internal.write;

import io.deltawire.csv.internal.table.Column;
import io.deltawire.wire.Shape;
import java.util.Arrays;

/** The open objects of the record that is being written, from the outermost one. Not thread-safe. */
final class WriteGroupStack {
    private Column[] groups = new Column[8];
    /** By depth: the position that the next field is likely to have. */
    private int[] positions = new int[8];
    /** By depth: the number of filled cells when the object began. */
    private int[] filledBefore = new int[8];

    private Shape[] shapes = new Shape[8];

    private int depth;

    /**
     * Begins an object.
     *
     * @param filled the number of filled cells of the record so far
     */
    void begin(Column group, int filled) {
        if (depth == groups.length) {
            groups = Arrays.copyOf(groups, 2 * depth);
            positions = Arrays.copyOf(positions, 2 * depth);
            filledBefore = Arrays.copyOf(filledBefore, 2 * depth);
            shapes = Arrays.copyOf(shapes, 2 * depth);
        }
        groups[depth] = group;
        positions[depth] = 0;
        filledBefore[depth] = filled;
        shapes[depth++] = null;
    }

    /** The number of open objects. */
    int depth() {
        return depth;
    }

    /** Leaves all objects. */
    void clear() {
        depth = 0;
    }

    /** Ends the innermost object and returns its group. */
    Column end() {
        return groups[--depth];
    }

    /**
     * Whether the object that has just ended has filled no cell.
     *
     * @param filled the number of filled cells of the record so far
     */
    boolean wasEmpty(int filled) {
        return filledBefore[depth] == filled;
    }

    /** The group of the innermost object. */
    Column innermost() {
        return groups[depth - 1];
    }

    /** Sets the shape of the innermost object. */
    void shape(Shape shape) {
        shapes[depth - 1] = shape;
    }

    /** The shape of the innermost object, or null. */
    Shape shape() {
        return depth == 0 ? null : shapes[depth - 1];
    }

    /** The position that the next field of the innermost object is likely to have. */
    int position() {
        return positions[depth - 1];
    }

    /** Moves to a field of the innermost object. */
    void moveTo(Column field) {
        positions[depth - 1] = field.position() + 1;
    }

    /** The path to the innermost object, for messages. */
    String path() {
        return depth == 0 ? "$" : innermost().path();
    }
}
