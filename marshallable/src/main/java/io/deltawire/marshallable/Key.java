package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the fields that together identify the record of which an object is the state. Wires that keep state by key use
 * them. A key field may be a primitive, text, an enum or anything else that is written as a single value.
 *
 * <p>On parameters of a {@link Wire#methodWriter} method, the annotation selects the arguments that identify the
 * record. Without it, the key is the first argument object that has a key. In a chain of calls, texts, enums, UUIDs and
 * byte arrays passed to its links belong to the key: {@code to("account-7").onBalance(balance)} updates the record last
 * sent to that account.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface Key {}
