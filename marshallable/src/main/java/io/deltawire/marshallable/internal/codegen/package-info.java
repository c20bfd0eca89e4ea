/** Writes the class files of codecs and of equality, and does the same by reflection where no class can be generated. */
package io.deltawire.marshallable.internal.codegen;
