package io.deltawire.bench.peer;

import io.deltawire.bench.codec.ByteArrayCodec;
import io.deltawire.bench.model.MyDataType;
import io.deltawire.bench.model.Snapshot;
import io.deltawire.bench.sbe.BookDecoder;
import io.deltawire.bench.sbe.BookEncoder;
import io.deltawire.bench.sbe.MessageHeaderDecoder;
import io.deltawire.bench.sbe.MessageHeaderEncoder;
import io.deltawire.bench.sbe.UpdateDecoder;
import io.deltawire.bench.sbe.UpdateEncoder;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Simple Binary Encoding by the flyweights that its tool generates from {@code src/main/sbe/messages.xml}. Each message follows the
 * standard header. The flyweights are filled from the objects that all peers encode, and decoding fills such an object, so that the same
 * work is compared.
 */
public final class SbeCodec extends ByteArrayCodec {
    /** The flag that Agrona's buffers need. */
    public static final List<String> JVM_ARGS = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    private final boolean isSnapshot;
    private final UnsafeBuffer out = new UnsafeBuffer(output);
    private final UnsafeBuffer in = new UnsafeBuffer(input);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
    private final UpdateEncoder updateEncoder = new UpdateEncoder();
    private final UpdateDecoder updateDecoder = new UpdateDecoder();
    private final BookEncoder bookEncoder = new BookEncoder();
    private final BookDecoder bookDecoder = new BookDecoder();

    public SbeCodec(Class<?> type) {
        isSnapshot = type == Snapshot.class;
    }

    @Override
    public void setInput(byte[] messages) {
        super.setInput(messages);
        in.wrap(messages);
    }

    @Override
    public int encode(Object message) {
        return isSnapshot ? encode((Snapshot) message) : encode((MyDataType) message);
    }

    private int encode(MyDataType message) {
        UpdateEncoder update = updateEncoder.wrapAndApplyHeader(out, 0, headerEncoder);
        update.firstId(message.firstId);
        update.secondId(message.secondId);
        update.staticTwo(message.staticTwo);
        update.seconds(message.staticThree.toEpochSecond());
        update.nanos(message.staticThree.getNano());
        update.staticFour(message.staticFour);
        update.changesA(message.changesA);
        update.changesB(message.changesB);
        update.thirdId(message.thirdId);
        update.staticOne(message.staticOne);
        update.zone(message.staticThree.getZone().getId());
        return update.limit();
    }

    private int encode(Snapshot message) {
        BookEncoder book = bookEncoder.wrapAndApplyHeader(out, 0, headerEncoder);
        book.time(message.time);
        book.sequence(message.sequence);
        book.bidPrice1(message.bidPrice1);
        book.bidQuantity1(message.bidQuantity1);
        book.bidPrice2(message.bidPrice2);
        book.bidQuantity2(message.bidQuantity2);
        book.bidPrice3(message.bidPrice3);
        book.bidQuantity3(message.bidQuantity3);
        book.bidPrice4(message.bidPrice4);
        book.bidQuantity4(message.bidQuantity4);
        book.bidPrice5(message.bidPrice5);
        book.bidQuantity5(message.bidQuantity5);
        book.bidPrice6(message.bidPrice6);
        book.bidQuantity6(message.bidQuantity6);
        book.bidPrice7(message.bidPrice7);
        book.bidQuantity7(message.bidQuantity7);
        book.bidPrice8(message.bidPrice8);
        book.bidQuantity8(message.bidQuantity8);
        book.bidPrice9(message.bidPrice9);
        book.bidQuantity9(message.bidQuantity9);
        book.askPrice1(message.askPrice1);
        book.askQuantity1(message.askQuantity1);
        book.askPrice2(message.askPrice2);
        book.askQuantity2(message.askQuantity2);
        book.askPrice3(message.askPrice3);
        book.askQuantity3(message.askQuantity3);
        book.askPrice4(message.askPrice4);
        book.askQuantity4(message.askQuantity4);
        book.askPrice5(message.askPrice5);
        book.askQuantity5(message.askQuantity5);
        book.askPrice6(message.askPrice6);
        book.askQuantity6(message.askQuantity6);
        book.askPrice7(message.askPrice7);
        book.askQuantity7(message.askQuantity7);
        book.askPrice8(message.askPrice8);
        book.askQuantity8(message.askQuantity8);
        book.askPrice9(message.askPrice9);
        book.askQuantity9(message.askQuantity9);
        book.symbol(message.symbol);
        book.venue(message.venue);
        return book.limit();
    }

    @Override
    public Object decode(int offset, int length) {
        return isSnapshot ? decodeSnapshot(offset) : decodeData(offset);
    }

    private MyDataType decodeData(int offset) {
        UpdateDecoder update = updateDecoder.wrapAndApplyHeader(in, offset, headerDecoder);
        MyDataType message = new MyDataType();
        message.firstId = update.firstId();
        message.secondId = update.secondId();
        message.staticTwo = update.staticTwo();
        long seconds = update.seconds();
        int nanos = update.nanos();
        message.staticFour = update.staticFour();
        message.changesA = update.changesA();
        message.changesB = update.changesB();
        message.thirdId = update.thirdId();
        message.staticOne = update.staticOne();
        message.staticThree = ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), ZoneId.of(update.zone()));
        return message;
    }

    private Snapshot decodeSnapshot(int offset) {
        BookDecoder book = bookDecoder.wrapAndApplyHeader(in, offset, headerDecoder);
        Snapshot message = new Snapshot();
        message.time = book.time();
        message.sequence = book.sequence();
        message.bidPrice1 = book.bidPrice1();
        message.bidQuantity1 = book.bidQuantity1();
        message.bidPrice2 = book.bidPrice2();
        message.bidQuantity2 = book.bidQuantity2();
        message.bidPrice3 = book.bidPrice3();
        message.bidQuantity3 = book.bidQuantity3();
        message.bidPrice4 = book.bidPrice4();
        message.bidQuantity4 = book.bidQuantity4();
        message.bidPrice5 = book.bidPrice5();
        message.bidQuantity5 = book.bidQuantity5();
        message.bidPrice6 = book.bidPrice6();
        message.bidQuantity6 = book.bidQuantity6();
        message.bidPrice7 = book.bidPrice7();
        message.bidQuantity7 = book.bidQuantity7();
        message.bidPrice8 = book.bidPrice8();
        message.bidQuantity8 = book.bidQuantity8();
        message.bidPrice9 = book.bidPrice9();
        message.bidQuantity9 = book.bidQuantity9();
        message.askPrice1 = book.askPrice1();
        message.askQuantity1 = book.askQuantity1();
        message.askPrice2 = book.askPrice2();
        message.askQuantity2 = book.askQuantity2();
        message.askPrice3 = book.askPrice3();
        message.askQuantity3 = book.askQuantity3();
        message.askPrice4 = book.askPrice4();
        message.askQuantity4 = book.askQuantity4();
        message.askPrice5 = book.askPrice5();
        message.askQuantity5 = book.askQuantity5();
        message.askPrice6 = book.askPrice6();
        message.askQuantity6 = book.askQuantity6();
        message.askPrice7 = book.askPrice7();
        message.askQuantity7 = book.askQuantity7();
        message.askPrice8 = book.askPrice8();
        message.askQuantity8 = book.askQuantity8();
        message.askPrice9 = book.askPrice9();
        message.askQuantity9 = book.askQuantity9();
        message.symbol = book.symbol();
        message.venue = book.venue();
        return message;
    }
}
