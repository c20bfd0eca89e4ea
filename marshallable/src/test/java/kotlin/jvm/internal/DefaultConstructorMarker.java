package kotlin.jvm.internal;

/** Stands for the class of the Kotlin library that marks constructors which Kotlin has made for default values. */
public final class DefaultConstructorMarker {
    private DefaultConstructorMarker() {}
}
