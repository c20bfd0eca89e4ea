package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A comment that text formats with comments (YAML) write before the field. Readers skip it, and other formats do not
 * write it.
 *
 * <pre>{@code
 * @Comment("seconds; 0 waits for ever")
 * private int timeout = 30;
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Comment {
    /** The text of the comment: one or more lines. */
    String value();
}
