/**
 * The container: blocks, frames, checksums, end marks, and the repair of a dump (docs/spec/delta.md, section 3). It knows
 * message bodies only as bytes.
 */
package io.deltawire.delta.internal.stream;
