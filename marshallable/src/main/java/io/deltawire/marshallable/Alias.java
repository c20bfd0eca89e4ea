package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names that a field, an enum constant or a class had before. They are understood on reading and never written.
 *
 * <pre>{@code
 * @Alias("qty")
 * private double quantity;
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Alias {
    /** The former names. */
    String[] value();
}
