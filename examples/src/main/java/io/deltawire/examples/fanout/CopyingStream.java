package io.deltawire.examples.fanout;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** A stream that is copied to any number of clients. Writing does not wait for them. */
final class CopyingStream extends OutputStream {
    /** The number of messages that a client may be behind. */
    private static final int CAPACITY = 10_000;

    private final Set<Copy> copies = ConcurrentHashMap.newKeySet();

    /** What one client has not been sent yet. */
    static final class Copy {
        private final BlockingQueue<byte[]> pending = new LinkedBlockingQueue<>(CAPACITY);
        private final Socket client;

        private Copy(Socket client) {
            this.client = client;
        }

        /** Sends what is written, until the connection ends. */
        void send() throws IOException {
            try {
                while (true) {
                    client.getOutputStream().write(pending.take());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Adds a client, which gets what is written from now on. */
    Copy add(Socket client) {
        Copy copy = new Copy(client);
        copies.add(copy);
        return copy;
    }

    void remove(Copy copy) {
        copies.remove(copy);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        byte[] chunk = Arrays.copyOfRange(bytes, offset, offset + length); // the wire uses its array again
        List<Copy> tooSlow =
                copies.stream().filter(copy -> !copy.pending.offer(chunk)).toList();
        for (Copy copy : tooSlow) {
            copies.remove(copy);
            copy.client.close(); // a stream with a gap is of no use: the client has to connect again
        }
    }
}
