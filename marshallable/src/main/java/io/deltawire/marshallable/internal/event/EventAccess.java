package io.deltawire.marshallable.internal.event;

import java.util.function.Supplier;

/** How interfaces are implemented and called. */
public enum EventAccess {
    /** By generated classes, and by reflection where none can be generated. */
    GENERATED,
    /** By reflection: what generated classes are compared with. */
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
            return null; // the generator is not there, without ASM
        }
    }
}
