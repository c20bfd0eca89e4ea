package io.deltawire.marshallable;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field that every object in the input must have. Reading an object without the field, or with null for it, is
 * an error that names the field. It holds on every wire and for every way to read, also for components of records.
 *
 * <p>It is meant for configurations and requests. Objects of a class with such a field are read by reflection, which is
 * several times slower than generated code.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Required {}
