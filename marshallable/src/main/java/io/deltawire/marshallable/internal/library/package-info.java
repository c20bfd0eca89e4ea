/**
 * Codecs of classes of the Java library, written with the interface that applications have for their codecs. The package
 * depends on the registrations of {@code schema}; {@code codec} looks them up, and {@code value} copies and compares.
 */
package io.deltawire.marshallable.internal.library;
