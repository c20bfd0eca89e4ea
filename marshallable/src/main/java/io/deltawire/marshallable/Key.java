package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the fields that together name the record an object is the state of, for wires that keep state by key. Primitive
 * fields, text, enums and whatever else is written as one value may be keys.
 *
 * <p>On arguments of a method of {@link Wire#methodWriter}: these, and no others, name the record that its events update.
 * Without it they are the first object that has a key, and in a chain of calls the texts, enums, UUIDs and byte arrays that its links are given:
 * {@code to("account-7").onBalance(balance)} updates what was last sent to that account.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface Key {}
