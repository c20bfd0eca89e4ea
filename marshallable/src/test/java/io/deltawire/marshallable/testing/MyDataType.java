package io.deltawire.marshallable.testing;

import io.deltawire.marshallable.AbstractMarshallable;
import io.deltawire.marshallable.KeyedMarshallable;
import java.time.ZonedDateTime;
import net.openhft.chronicle.bytes.Bytes;

/** The article's message for the delta wire. */
public class MyDataType extends AbstractMarshallable implements KeyedMarshallable {
    public long firstId;
    public int secondId;
    public String thirdId;
    public String staticOne;
    public long staticTwo;
    public ZonedDateTime staticThree;
    public double staticFour;
    public long changesA;
    public double changesB;

    /** The message of the article. */
    public static MyDataType ofArticle() {
        MyDataType data = new MyDataType();
        data.firstId = 1010101010101L;
        data.secondId = 2222;
        data.thirdId = "thirdId-1234";
        data.staticOne = "staticOne-1234";
        data.staticTwo = 2020202020202L;
        data.staticThree = ZonedDateTime.parse("2016-07-22T12:34:56.789Z[UTC]");
        data.staticFour = 1e6;
        data.changesA = 3000000000L;
        data.changesB = 123456;
        return data;
    }

    @Override
    public void writeKey(Bytes<?> bytes) {
        bytes.writeLong(firstId).writeInt(secondId).writeUtf8(thirdId);
    }
}
