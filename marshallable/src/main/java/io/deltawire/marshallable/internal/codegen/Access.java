package io.deltawire.marshallable.internal.codegen;

/** How generated code reaches the class that it serves. */
public enum Access {
    /** As a nestmate, which is possible within one module and where the class sees this library. */
    DIRECT,
    /** From this package, by method handles for the fields and the constructor. */
    BY_HANDLES
}
