package io.deltawire.marshallable.internal.codegen;

/** Decides how generated code reaches the fields and constructor of the class that it serves. */
public enum AccessMode {
    /** The code is a nestmate of the class. This needs one module and a class loader that sees this library. */
    DIRECT,
    /** The code lives in the library's package and uses method handles. */
    METHOD_HANDLES
}
