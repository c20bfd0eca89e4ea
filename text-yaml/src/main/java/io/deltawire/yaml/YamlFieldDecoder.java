package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FieldDecoder;
import java.time.temporal.Temporal;

/** Takes fields straight from the array. */
interface YamlFieldDecoder extends FieldDecoder {
    /** What reads the message. */
    Scanner scanner();

    @Override
    default byte[] array() {
        return scanner().a;
    }

    @Override
    default int end() {
        return scanner().end;
    }

    @Override
    default void moveTo(int at, Shape shape, int ordinal, boolean isNamed) {
        if (at != Scanner.NOWHERE) {
            scanner().moveTo(at, shape, ordinal, isNamed);
        }
    }

    @Override
    default int boolEnd(byte[] a, int at, int end) {
        return scanner().wordEnd(at);
    }

    @Override
    default boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    default int int64End(byte[] a, int at, int end) {
        return scanner().int64End(at);
    }

    @Override
    default long int64(byte[] a, int at) {
        return scanner().number.int64;
    }

    @Override
    default int float64End(byte[] a, int at, int end) {
        return scanner().float64End(at);
    }

    @Override
    default double float64(byte[] a, int at) {
        return scanner().number.float64;
    }

    @Override
    default int textEnd(byte[] a, int at, int end) {
        return scanner().textEnd(at);
    }

    @Override
    default String text(byte[] a, int at, int after) {
        return scanner().textAgain(0);
    }

    @Override
    default String text(byte[] a, int at, int after, int ordinal) {
        return scanner().textAgain(ordinal);
    }

    @Override
    default int temporalEnd(byte[] a, int at, int end) {
        return scanner().temporalEnd(at);
    }

    @Override
    default Temporal temporal(byte[] a, int at, int after) {
        return scanner().temporalAgain(0);
    }

    @Override
    default Temporal temporal(byte[] a, int at, int after, int ordinal) {
        return scanner().temporalAgain(ordinal);
    }
}
