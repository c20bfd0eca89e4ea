package io.deltawire.marshallable.internal.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.Marshallable;
import io.deltawire.marshallable.Wire;
import io.deltawire.wire.testing.EachFormat;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Which default a field gets that the input does not have: by the constructors of the class. */
@SuppressWarnings("UnusedVariable") // fields are read by codecs
class DefaultsTest {
    static final class NameOnly extends AbstractMarshallable {
        private final String name;

        NameOnly(String name) {
            this.name = name;
        }
    }

    /** Its initialisers run in its one constructor alone. */
    static final class WithoutNoArgs extends AbstractMarshallable {
        static int made;

        final String name;
        String currency = "EUR";
        int lot = 100;
        List<String> tags = new ArrayList<>(List.of("new"));

        WithoutNoArgs(String name) {
            this.name = name;
            made++;
        }
    }

    static final class WithPrivateNoArgs extends AbstractMarshallable {
        final String name;
        String currency = "EUR";
        int lot = 100;
        List<String> tags = new ArrayList<>(List.of("new"));

        private WithPrivateNoArgs() {
            this(null);
        }

        WithPrivateNoArgs(String name) {
            this.name = name;
        }
    }

    record WithDefaults(String name, String currency, int lot) {
        WithDefaults {
            currency = currency == null ? "EUR" : currency;
            lot = lot == 0 ? 100 : lot;
        }
    }

    private static Wire nameOnly(String format) {
        Wire wire = Wire.of(format, Bytes.allocateElasticOnHeap());
        return wire.write(new NameOnly("a")).write(new NameOnly("b"));
    }

    @ParameterizedTest
    @EachFormat
    void withoutAConstructorWithoutArgumentsTheyAreNullAndZero(String format) {
        WithoutNoArgs used = new WithoutNoArgs("used");
        int made = WithoutNoArgs.made;
        Wire wire = nameOnly(format);
        WithoutNoArgs read = wire.read(WithoutNoArgs.class);
        assertEquals("a", read.name);
        assertNull(read.currency);
        assertEquals(0, read.lot);
        assertNull(read.tags);
        assertSame(used, wire.read(used)); // as in a new one, so that no value of the last message stays
        assertEquals("b", used.name);
        assertNull(used.currency);
        assertEquals(0, used.lot);
        assertNull(used.tags);
        assertEquals(made, WithoutNoArgs.made); // no constructor is run
    }

    @ParameterizedTest
    @EachFormat
    void aPrivateConstructorWithoutArgumentsIsEnoughForInitialisers(String format) {
        Wire wire = nameOnly(format);
        assertEquals(new WithPrivateNoArgs("a"), wire.read(WithPrivateNoArgs.class));
        WithPrivateNoArgs used = new WithPrivateNoArgs("used");
        used.currency = "USD";
        used.lot = 5;
        used.tags = new ArrayList<>();
        assertSame(used, wire.read(used));
        assertEquals(new WithPrivateNoArgs("b"), used);
    }

    @ParameterizedTest
    @EachFormat
    void recordsPutTheirOwnDefaults(String format) {
        assertEquals(new WithDefaults("a", "EUR", 100), nameOnly(format).read(WithDefaults.class));
    }

    @Test
    void resetAndTextGiveTheSameDefaults() {
        WithoutNoArgs without = new WithoutNoArgs("x");
        without.reset();
        assertNull(without.tags);
        assertEquals(0, without.lot);
        WithPrivateNoArgs with = new WithPrivateNoArgs("x");
        with.lot = 1;
        with.reset();
        assertEquals(new WithPrivateNoArgs(), with);
        assertNull(Marshallable.fromString(WithoutNoArgs.class, "name: x").currency);
        assertEquals("EUR", Marshallable.fromString(WithPrivateNoArgs.class, "name: x").currency);
    }
}
