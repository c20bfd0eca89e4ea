package org.jetbrains.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the annotation that Kotlin puts on what is never null. Reflection does not see it. */
@Retention(RetentionPolicy.CLASS)
public @interface NotNull {}
