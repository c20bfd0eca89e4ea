module com.acme.quotes {
    requires io.deltawire;

    opens com.acme to io.deltawire.marshallable;
}
