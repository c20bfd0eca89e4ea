package io.deltawire.csv;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FieldDecoder;
import java.time.temporal.Temporal;

/**
 * Takes fields straight from a record, one cell after the other with the delimiter after it. A table has its names in the
 * header: before a cell there is none to be looked for, which is what an empty name says.
 */
interface CsvFieldDecoder extends FieldDecoder {
    /** An empty name for each field. */
    Shape.Attachment<byte[][]> NO_NAMES = Shape.Attachment.computedBy(shape -> new byte[shape.size()][0]);

    /** What reads the cells. */
    StraightCells straight();

    @Override
    default Shape.Attachment<byte[][]> names() {
        return NO_NAMES;
    }

    @Override
    default int boolEnd(byte[] a, int at, int end) {
        return straight().boolEnd(a, at, end);
    }

    @Override
    default boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    default int int64End(byte[] a, int at, int end) {
        return straight().int64End(a, at, end);
    }

    @Override
    default long int64(byte[] a, int at, int after) {
        return straight().int64();
    }

    @Override
    default int float64End(byte[] a, int at, int end) {
        return straight().float64End(a, at, end);
    }

    @Override
    default double float64(byte[] a, int at, int after) {
        return straight().float64();
    }

    @Override
    default int textEnd(byte[] a, int at, int end) {
        return straight().textEnd(a, at, end);
    }

    @Override
    default String text(byte[] a, int at, int after, int field) {
        return straight().text(a, field);
    }

    @Override
    default int temporalEnd(byte[] a, int at, int end) {
        return straight().temporalEnd(a, at, end);
    }

    @Override
    default Temporal temporal(byte[] a, int at, int after, int field) {
        return straight().temporal(a, field);
    }
}
