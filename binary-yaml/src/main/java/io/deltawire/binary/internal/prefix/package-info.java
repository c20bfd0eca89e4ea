/** The constant bytes that messages of one kind begin with, which writers copy and readers recognise. */
package io.deltawire.binary.internal.prefix;
