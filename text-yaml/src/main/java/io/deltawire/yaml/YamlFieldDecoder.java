package io.deltawire.yaml;

import io.deltawire.wire.Shape;
import io.deltawire.wire.spi.FieldDecoder;
import io.deltawire.wire.spi.NamedValues;
import java.time.temporal.Temporal;

/** Takes fields straight from the array. */
interface YamlFieldDecoder extends FieldDecoder {
    /** What reads the message. */
    FieldScanner scanner();

    /** What reads the values in between. */
    StraightValues values();

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
        if (at != FieldScanner.NOWHERE) {
            scanner().moveTo(at, shape, ordinal, isNamed);
        }
    }

    @Override
    default int boolEnd(byte[] a, int at, int end) {
        return StraightValues.wordEnd(a, at, end);
    }

    @Override
    default boolean bool(byte[] a, int at) {
        return a[at] == 't';
    }

    @Override
    default int int64End(byte[] a, int at, int end) {
        return values().int64End(a, at, end);
    }

    @Override
    default long int64(byte[] a, int at, int after) {
        return values().int64();
    }

    @Override
    default int float64End(byte[] a, int at, int end) {
        return values().float64End(a, at, end);
    }

    @Override
    default double float64(byte[] a, int at, int after) {
        return values().float64();
    }

    @Override
    default int textEnd(byte[] a, int at, int end) {
        return values().textEnd(a, at, end);
    }

    @Override
    default String text(byte[] a, int at, int after, int field) {
        return values().text(a, field);
    }

    @Override
    default Object named(byte[] a, int at, int after, int field, NamedValues of) {
        return values().named(a, field, of);
    }

    @Override
    default int temporalEnd(byte[] a, int at, int end) {
        return values().temporalEnd(a, at, end);
    }

    @Override
    default Temporal temporal(byte[] a, int at, int after, int field) {
        return values().temporal(a, field);
    }
}
