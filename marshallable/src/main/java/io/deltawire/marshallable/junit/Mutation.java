package io.deltawire.marshallable.junit;

/**
 * One changed variant of a scenario's input.
 *
 * @param name a description of the change, which identifies it in {@code mutations.yaml}
 * @param events all events after the change, in YAML
 */
record Mutation(String name, String events) {}
