package io.deltawire.yaml.internal.text;

/** Facts of the YAML wire that its reader and its writer share. */
public final class YamlSyntax {
    /** The name of the format, for errors. */
    public static final String FORMAT_NAME = "yaml";

    private YamlSyntax() {}
}
