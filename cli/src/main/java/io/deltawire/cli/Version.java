package io.deltawire.cli;

/** What version this is, from the jar's manifest. */
final class Version {
    private Version() {}

    /** One line: the program, its version, and the JVM that runs it. */
    static String line() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "wire (Deltawire) " + (version == null ? "development" : version) + ", Java " + Runtime.version() + "\n";
    }
}
