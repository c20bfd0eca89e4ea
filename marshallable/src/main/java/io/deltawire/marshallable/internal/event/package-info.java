/** Events by method: implements interfaces so that calls are written, and calls methods with what is read. */
package io.deltawire.marshallable.internal.event;
