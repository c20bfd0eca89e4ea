package io.deltawire.marshallable;

/** How interfaces are implemented and called. */
enum EventAccess {
    /** By generated classes, and by reflection where none can be generated. */
    GENERATED,
    /** By reflection: what generated classes are compared with. */
    REFLECTIVE;

    EventWriterPlan.Implementation implementationOf(EventWriterPlan plan) {
        EventWriterPlan.Implementation generated = this == GENERATED ? EventWriterGenerator.generate(plan) : null;
        return generated != null ? generated : EventProxy.implementationOf(plan);
    }

    EventCallerPlan.Factory factoryOf(EventCallerPlan plan) {
        EventCallerPlan.Factory generated = this == GENERATED ? EventCallerGenerator.generate(plan) : null;
        return generated != null ? generated : EventReflection.factoryOf(plan);
    }
}
