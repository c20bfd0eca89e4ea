package io.deltawire.json;

import io.deltawire.wire.spi.FencedWriter;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.WriteLimits;
import java.util.Arrays;

/**
 * The objects, lists, type names and keys that a writer is inside of, and what may come in each (see {@link WriteMode}). Every
 * value is followed by a comma, which the end of the object, list or message overwrites: so no value has to know whether it is
 * the first.
 */
abstract class OpenLevels implements FencedWriter {
    final OutputBuffer out;
    final WriteLimits limits;

    int mode = WriteMode.IDLE;
    // A level is an object, a list, a type name or a key. Each keeps the mode that it was begun in.
    int level = -1;
    private int[] outerModes = new int[16];
    JsonNames[] shapes = new JsonNames[16];
    /** Of an object: index of the '@' that its first name begins with, while it is the only one. Of a key: its index. */
    int[] marks = new int[16];

    int depth;

    /** The objects and lists that are not to be ended now: see {@link FencedWriter}. */
    private int fence;

    OpenLevels(OutputBuffer out, WriteLimits limits) {
        this.out = out;
        this.limits = limits;
    }

    @Override
    public final int depth() {
        return depth;
    }

    @Override
    public final int fence(int at) {
        int before = fence;
        fence = at;
        return before;
    }

    final boolean isAtFence() {
        return depth == fence;
    }

    final void requireNoFence() {
        FencedWriter.requireNone(fence);
    }

    /** Leaves all levels: the message is over. */
    final void reset() {
        mode = WriteMode.IDLE;
        level = -1;
        depth = 0;
    }

    /** Enters an object or list, which is a value. */
    final void begin(byte bracket, int inside) {
        if (mode > WriteMode.ROOT) {
            throw WriteMode.unexpected(mode, inside == WriteMode.NAME ? "beginObject()" : "beginList()");
        }
        limits.checkDepth(depth);
        depth++;
        push(inside);
        room(1);
        out.array[out.position++] = bracket;
    }

    /** Enters a level. */
    final void push(int inside) {
        if (++level == outerModes.length) {
            outerModes = Arrays.copyOf(outerModes, 2 * level);
            shapes = Arrays.copyOf(shapes, 2 * level);
            marks = Arrays.copyOf(marks, 2 * level);
        }
        outerModes[level] = mode;
        marks[level] = 0;
        mode = inside;
    }

    /** Leaves an object or list. */
    final void end(byte bracket) {
        room(2);
        shapes[level] = null;
        depth--;
        mode = outerModes[level--];
        byte[] array = out.array;
        int at = out.position;
        if (array[at - 1] == ',') {
            at--;
        }
        array[at++] = bracket;
        array[at++] = ',';
        out.position = at;
        ended();
    }

    /** Makes room for a value and its comma. */
    final void value(int bytes, String call) {
        if (mode > WriteMode.ROOT) {
            throw WriteMode.unexpected(mode, call);
        }
        room(bytes + 1);
    }

    final void comma() {
        out.array[out.position++] = ',';
        ended();
    }

    private void ended() {
        if (mode == WriteMode.VALUE) {
            mode = WriteMode.NAME;
        } else if (mode != WriteMode.ITEM) {
            endedOther();
        }
    }

    /** Closes type names and keys whose value has just ended. */
    private void endedOther() {
        while (mode == WriteMode.TYPED) {
            room(1);
            out.array[out.position - 1] = '}';
            out.array[out.position++] = ',';
            mode = outerModes[level--];
        }
        if (mode == WriteMode.KEY) {
            endKey();
        } else if (mode == WriteMode.ROOT) {
            mode = WriteMode.DONE;
        } else if (mode == WriteMode.VALUE) {
            mode = WriteMode.NAME;
        }
    }

    /** Makes a name of the key that has just been written as a value. */
    private void endKey() {
        int start = marks[level];
        level--;
        out.position--; // the comma
        marks[level] = AtSigns.makeName(out, start);
        if (out.position - start - 2 > limits.maxNameBytes) {
            throw limits.nameTooLong("key");
        }
        append(new byte[] {':'});
        mode = WriteMode.VALUE;
    }

    final void append(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, out.array, out.position, bytes.length);
        out.position += bytes.length;
    }

    final void room(int bytes) {
        if (out.array.length - out.position < bytes) {
            limits.checkSize(out);
            out.ensure(bytes);
        }
    }
}
