package io.deltawire.marshallable.internal.event;

import java.util.function.Supplier;

/** How method writers implement interfaces and method readers call them. */
public enum EventAccess {
    /** By generated classes, or by reflection if none can be generated. */
    GENERATED,
    /** By reflection only, so that tests can compare it with generated classes. */
    REFLECTIVE;

    EventWriterPlan.Implementation implementationOf(EventWriterPlan plan) {
        EventWriterPlan.Implementation generated = orNull(() -> EventWriterGenerator.generate(plan));
        return generated != null ? generated : EventProxy.implementationOf(plan);
    }

    EventCallerPlan.Factory factoryOf(EventCallerPlan plan) {
        EventCallerPlan.Factory generated = orNull(() -> EventCallerGenerator.generate(plan));
        return generated != null ? generated : EventReflection.factoryOf(plan);
    }

    private <T> T orNull(Supplier<T> generator) {
        try {
            return this == GENERATED ? generator.get() : null;
        } catch (LinkageError e) {
            return null; // the generator needs ASM, which is missing
        }
    }
}
