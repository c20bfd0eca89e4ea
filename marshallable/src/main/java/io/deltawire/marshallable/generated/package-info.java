/**
 * What classes that are generated at run time are made of. They live in the packages of the classes and interfaces that they serve, so what they
 * extend and call has to be public: the superclasses of codecs, of equality and of callers of methods, and what method writers write by.
 *
 * <p>Applications have no use for this package, and it may change at any time.
 */
package io.deltawire.marshallable.generated;
