package io.deltawire.wire.spi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A read-only view of the first bytes of a channel, as if nothing followed. It shares the channel's position. */
public final class ChannelPrefix implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private final long size;

    public ChannelPrefix(SeekableByteChannel channel, long size) {
        this.channel = channel;
        this.size = size;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        long left = size - channel.position();
        if (left >= into.remaining()) {
            return channel.read(into);
        }
        if (left <= 0) {
            return into.hasRemaining() ? -1 : 0;
        }
        int limit = into.limit();
        into.limit(into.position() + (int) left);
        try {
            return channel.read(into);
        } finally {
            into.limit(limit);
        }
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
        channel.position(position);
        return this;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel truncate(long to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
