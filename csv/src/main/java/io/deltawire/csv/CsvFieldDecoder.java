package io.deltawire.csv;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.ArrivalReader;
import io.deltawire.wire.spi.MessageDecoder;
import io.deltawire.wire.spi.MessageHead;
import io.deltawire.wire.spi.NamedValues;
import java.time.temporal.Temporal;

/**
 * Takes fields straight from a record, one cell after the other with the delimiter after it. A table has its names in the
 * header: before a cell there is none to be looked for. Where the columns are not the fields in order, it tells what they are.
 */
interface CsvFieldDecoder extends MessageDecoder, ArrivalReader {
    /** The present record, as one that may be taken straight. */
    StraightRecord record();

    @Override
    default MessageHead headOf(String event, String typeName, Shape shape) {
        return record().headOf(event, typeName, shape);
    }

    @Override
    default MessageHead headOf(Shape shape) {
        return record().headOf(null, null, shape);
    }

    @Override
    default MessageHead arrived() {
        return record().arrived();
    }

    @Override
    default boolean isWhole() {
        return true; // a record holds one event
    }

    @Override
    default boolean enterHead() {
        return record().enter();
    }

    @Override
    default byte[] array() {
        return record().array();
    }

    @Override
    default int end() {
        return record().end();
    }

    @Override
    default boolean endsAt(int at) {
        return record().endsAt(at);
    }

    @Override
    default Shape.Attachment<byte[][]> names() {
        return CsvHead.names(record().head());
    }

    @Override
    default Shape.Attachment<byte[][]> names(MessageHead head) {
        return CsvHead.names((CsvHead) head);
    }

    @Override
    default int[] order() {
        CsvHead head = record().head();
        return head == null ? null : head.order;
    }

    @Override
    default int anyEnd(byte[] a, int at, int end) {
        return record().cells.anyEnd(a, at, end);
    }

    @Override
    default int boolEnd(byte[] a, int at, int end) {
        return record().cells.boolEnd(a, at, end);
    }

    @Override
    default boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    default int int64End(byte[] a, int at, int end) {
        return record().cells.int64End(a, at, end);
    }

    @Override
    default long int64(byte[] a, int at, int after) {
        return record().cells.int64();
    }

    @Override
    default int float64End(byte[] a, int at, int end) {
        return record().cells.float64End(a, at, end);
    }

    @Override
    default double float64(byte[] a, int at, int after) {
        return record().cells.float64();
    }

    @Override
    default int textEnd(byte[] a, int at, int end) {
        return record().cells.textEnd(a, at, end);
    }

    @Override
    default String text(byte[] a, int at, int after, int field) {
        return record().cells.text(a, field);
    }

    @Override
    default Object named(byte[] a, int at, int after, int field, NamedValues of) {
        return record().cells.named(a, field, of);
    }

    @Override
    default int temporalEnd(byte[] a, int at, int end) {
        return record().cells.temporalEnd(a, at, end);
    }

    @Override
    default Temporal temporal(byte[] a, int at, int after, int field) {
        return record().cells.temporal(a, field);
    }
}
