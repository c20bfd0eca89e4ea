package io.deltawire.yaml.internal.text;

/** Facts about YAML that the reader and the writer share. */
public final class YamlSyntax {
    /** The name of the format, for errors. */
    public static final String FORMAT_NAME = "yaml";

    private YamlSyntax() {}
}
