package io.deltawire.marshallable.elsewhere;

import io.deltawire.marshallable.AbstractMarshallable;
import java.time.LocalDate;
import java.util.List;

/** A superclass whose fields a class in another package cannot name. */
@SuppressWarnings("UnusedVariable") // read by the codec
public class Base<T> extends AbstractMarshallable {
    private long number = 1;
    private final int fixed;
    private String text = "t";
    private LocalDate date = LocalDate.of(2026, 11, 21);
    private T value;
    private final List<T> values;
    private Hidden hidden = new Hidden();
    protected double shared = 0.5;

    protected Base(int fixed, T value, List<T> values) {
        this.fixed = fixed;
        this.value = value;
        this.values = values;
    }

    static class Hidden extends AbstractMarshallable {
        private int a = 5;
    }
}
