package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Former names of a field, an enum constant or a class. Readers accept them; writers never write them.
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
