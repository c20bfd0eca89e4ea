package io.deltawire.wire.testing;

import io.deltawire.wire.WireFormat.Feature;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * The names of the formats on the class path as the argument of a parameterized test, chosen by what they can do. A new
 * format takes part without a change of the test.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Formats.Provider.class)
public @interface EachFormat {
    /** Whether messages are bytes or text. */
    enum Encoding {
        /** Both. */
        ANY,
        /** {@code WireFormat.isBinary()} is false. */
        TEXT,
        /** {@code WireFormat.isBinary()} is true. */
        BINARY
    }

    /** Leaves out the formats of the other encoding. */
    Encoding encoding() default Encoding.ANY;

    /** Leaves out the formats that have one of these. */
    Feature[] without() default {};
}
