package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the fields that together name the record an object is the state of, for wires that keep state by key. Primitive
 * fields, text, enums and whatever else is written as one value may be keys.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Key {}
