package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the enum constant that readers use for a name that the enum does not have, for example one of a later version.
 * Without it an unknown name is an error.
 *
 * <pre>{@code
 * enum Venue {
 *     LONDON,
 *     PARIS,
 *     @Fallback
 *     OTHER
 * }
 * }</pre>
 *
 * <p>The unknown name is lost: {@code OTHER} is written again as {@code OTHER}. It applies to fields, elements and map
 * keys. Two unknown keys of one map are an error, because one of the entries would be lost. An enum has at most one
 * such constant; two are an error when the enum is first written or read.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Fallback {}
