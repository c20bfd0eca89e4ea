package io.deltawire.cli;

/** The version of this program, from the manifest of the jar. */
final class Version {
    private Version() {}

    /** One line with the program, its version, and the JVM. */
    static String line() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "wire (Deltawire) " + (version == null ? "development" : version) + ", Java " + Runtime.version() + "\n";
    }
}
