/** Journals: messages in a folder of files that roll, with appenders and tailers. */
module io.deltawire.journal {
    requires transitive io.deltawire.marshallable;
    requires io.deltawire.delta;
    requires io.deltawire.yaml;

    exports io.deltawire.journal;
}
