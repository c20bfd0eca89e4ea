package io.deltawire.marshallable;

import java.time.ZonedDateTime;
import net.openhft.chronicle.bytes.Bytes;

/** The article's message for the delta wire. */
class MyDataType extends AbstractMarshallable implements KeyedMarshallable {
    long firstId;
    int secondId;
    String thirdId;
    String staticOne;
    long staticTwo;
    ZonedDateTime staticThree;
    double staticFour;
    long changesA;
    double changesB;

    @Override
    public void writeKey(Bytes<?> bytes) {
        bytes.writeLong(firstId).writeInt(secondId).writeUtf8(thirdId);
    }
}
