package io.deltawire.bench.model.shape;

import io.deltawire.bench.model.Sample;
import io.deltawire.marshallable.Key;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/**
 * A record that holds objects or collections. Each subclass has one kind of them, so that the report of {@code --shapes} shows what that
 * kind costs. An update changes the sequence and one thing inside.
 *
 * <p>Copy, comparison and text work by serialization and reflection, for all subclasses. They are not timed.
 */
public abstract class ObjectShape extends Sample {
    private static final long serialVersionUID = 1;

    @Key
    public String symbol;

    public long sequence;

    @Override
    public final void begin(int key) {
        symbol = "SYM" + (1000 + key);
        restart(key);
    }

    @Override
    public final void restart(int key) {
        sequence = 1_000L * key;
        fill(key);
    }

    @Override
    public final void change(int index, int random) {
        sequence++;
        step(random);
    }

    /** Sets all fields but the sequence to the state before the first message of a key. */
    abstract void fill(int key);

    /** Changes one thing inside the record. */
    abstract void step(int random);

    /** Returns a price that is a cent higher or lower, by the sign of the random bits. */
    static double stepPrice(double price, int random) {
        return Math.rint(price * 100 + (random >> 31 | 1)) / 100;
    }

    /** Returns a number below a bound, from the low 16 random bits. */
    static int below(int bound, int random) {
        return (random & 0xFFFF) * bound >>> 16;
    }

    @Override
    public final ObjectShape copy() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
            out.flush();
            return (ObjectShape) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public final boolean sameAs(Sample other) {
        return Contents.areSame(this, other);
    }

    @Override
    public final String toString() {
        return Contents.describe(this);
    }
}
