/**
 * What both sides of a stream keep: types with their nodes, records with their values, masks, rings, and the bounds of all that
 * (docs/spec/delta.md, section 4).
 */
package io.deltawire.delta.internal.state;
