package io.deltawire.json.internal.text;

/** The format's name, which is part of every error text. */
public final class FormatName {
    public static final String JSON = "json";

    private FormatName() {}
}
