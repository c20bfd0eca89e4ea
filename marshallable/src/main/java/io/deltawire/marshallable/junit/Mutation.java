package io.deltawire.marshallable.junit;

/**
 * A change of the input.
 *
 * @param name what is changed, for people
 * @param events the events changed, in YAML
 */
record Mutation(String name, String events) {}
