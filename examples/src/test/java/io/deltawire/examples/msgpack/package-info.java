/**
 * MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md) as a wire format: the example of
 * docs/adding-a-format.md.
 */
package io.deltawire.examples.msgpack;
