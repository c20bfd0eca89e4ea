package io.deltawire.examples.mocks;

interface TopOfBooks {
    void onTopOfBook(TopOfBook book);
}
