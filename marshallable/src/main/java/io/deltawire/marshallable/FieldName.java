package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a field or record component on every wire, where it differs from the name of the Java field. Readers and
 * writers use this name only; {@link Alias} adds names that readers accept besides.
 *
 * <pre>{@code
 * @FieldName("px")
 * private double price;
 * }</pre>
 *
 * <p>Two fields of one name, and an empty name, are an error when the class is first written or read.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FieldName {
    /** Returns the name, which must not be empty. */
    String value();
}
