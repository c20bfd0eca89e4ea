package io.deltawire.examples.springboot;

/** The events of the journal. */
interface Temperatures {
    void onTemperature(Temperature temperature);
}
