package io.deltawire.delta.internal.wire;

import io.deltawire.delta.internal.codec.DeltaDecoder;
import io.deltawire.delta.internal.stream.EpochHeader;
import io.deltawire.delta.internal.stream.ReadPolicy;
import io.deltawire.delta.internal.stream.StreamReader;
import io.deltawire.delta.internal.token.MessageView;
import io.deltawire.delta.internal.token.PlainValueTokenizer;
import io.deltawire.delta.internal.token.RecordTokenizer;
import io.deltawire.delta.internal.value.ByteCursor;
import io.deltawire.delta.internal.value.PlainValueSkipper;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireLimits;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.spi.InputBuffer;
import io.deltawire.wire.spi.NestingGuard;
import io.deltawire.wire.spi.OutputBuffer;
import io.deltawire.wire.spi.token.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Encodes and decodes single messages against a base, which is the bodies of the messages that both sides know.
 *
 * <p>A base is brought to life for each message, since a message changes the state. Decoding decodes its bodies first.
 * Encoding writes its messages again; the same messages give the same bodies, which is checked, so the state is that of
 * a decoder. The types, rings and records are memory of this object and not of the bases, which therefore are small.
 *
 * <p>An instance is for one thread at a time. After a failure its writer may have an open message, so it must not be
 * used again.
 */
public final class BaseCodec {
    private final WireLimits limits;
    private final ByteCursor cursor;
    private final PlainValueSkipper skipper;
    private final DeltaDecoder decoder;
    private final DeltaWriter writer;

    public BaseCodec(WriterSettings settings) {
        limits = InputBuffer.capLimits(settings.limits());
        cursor = new ByteCursor(limits);
        skipper = new PlainValueSkipper(cursor);
        decoder = new DeltaDecoder(cursor, skipper);
        writer = new DeltaWriter(OutputBuffer.of(OutputStream.nullOutputStream()), settings);
        writer.setGuard(NestingGuard.LOCKED);
    }

    /**
     * Returns the bodies of the last epoch of a dump, which must be complete.
     *
     * @throws io.deltawire.wire.MalformedWireException if anything of the dump is damaged or missing
     */
    public byte[] bodies(byte[] dump) {
        InputBuffer in = InputBuffer.of(dump, 0, dump.length);
        StreamReader stream = new StreamReader(in, limits, ReadPolicy.CHECKED, Long.MAX_VALUE);
        ByteArrayOutputStream bodies = new ByteArrayOutputStream();
        for (StreamReader.NextBody next = stream.nextBody();
                next != StreamReader.NextBody.NOTHING;
                next = stream.nextBody()) {
            if (next == StreamReader.NextBody.BODY_AFTER_RESET) {
                bodies.reset();
                begin();
            }
            stream.setCursor(cursor);
            int from = cursor.position();
            decodeBody();
            bodies.write(cursor.array(), from, cursor.position() - from);
            stream.advanceTo(cursor.position());
            if (decoder.isRepeat()) {
                stream.uncountBody();
            }
        }
        stream.close();
        return bodies.toByteArray();
    }

    private void begin() {
        decoder.reset(EpochHeader.of(0, 0, 0, 0, 0, 0, limits.maxKeys(), limits.maxStateBytes()), false);
    }

    /** Decodes the body at the cursor, and returns the start of its plain value, or -1 if it has a record. */
    private int decodeBody() {
        decoder.decode();
        if (decoder.record() != null) {
            return -1;
        }
        int start = cursor.position();
        skipper.skip(limits.maxDepth());
        return start;
    }

    /** Returns a view of the message that was decoded last. */
    private WireIn view(int plainStart) {
        Tokenizer tokens;
        if (plainStart < 0) {
            RecordTokenizer record = new RecordTokenizer(limits, cursor);
            record.start(decoder.record());
            tokens = record;
        } else {
            PlainValueTokenizer plain = new PlainValueTokenizer(limits);
            plain.start(cursor.array(), plainStart, cursor.position());
            tokens = plain;
        }
        return new MessageView(tokens, -1, limits, decoder.kind());
    }

    /**
     * Decodes a body, and returns what a function reads from its message.
     *
     * @throws io.deltawire.wire.MalformedWireException if the body does not decode, or is not one body
     */
    public <T> T decode(byte[] base, byte[] body, int offset, int length, Function<WireIn, T> read) {
        begin();
        cursor.set(base, 0, base.length, 0);
        while (cursor.position() < base.length) {
            decodeBody();
        }
        cursor.set(body, offset, offset + length, -offset);
        int plainStart = decodeBody();
        if (cursor.position() != offset + length) {
            throw cursor.malformed("expected one message but more follows");
        }
        return read.apply(view(plainStart));
    }

    /**
     * Encodes the one message that an action writes.
     *
     * @throws IllegalStateException if the action does not write exactly one message, or the messages of the base give
     *     other bodies when they are written again
     */
    public byte[] encode(byte[] base, Consumer<WireOut> message) {
        writer.setGuard(0);
        writer.discardAll();
        begin();
        cursor.set(base, 0, base.length, 0);
        int count = 0;
        while (cursor.position() < base.length) {
            int end = writeAgain();
            cursor.set(base, end, base.length, 0);
            count++;
        }
        if (!writer.blocks().isPending(count, base)) {
            throw new IllegalStateException("the messages of the base give other bytes when they are written with these"
                    + " options: give the options of the dump's writer, of which no key is other than its key fields");
        }
        message.accept(writer);
        byte[] body = writer.blocks().pendingAfter(count, base.length);
        if (body == null) {
            throw new IllegalStateException("expected one message of moderate length, and no flush, from the action");
        }
        writer.setGuard(NestingGuard.LOCKED);
        return body;
    }

    /** Decodes the body at the cursor, writes its message, and returns the index after the body. */
    private int writeAgain() {
        WireIn in = view(decodeBody());
        int end = cursor.position();
        writer.beginMessage(decoder.kind());
        Transcoder.copyValue(in, writer);
        writer.endMessage();
        return end;
    }
}
