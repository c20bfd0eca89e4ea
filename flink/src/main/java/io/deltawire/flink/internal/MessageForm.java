package io.deltawire.flink.internal;

import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** What a job sees of a message: an object of a class, or a row. Immutable. */
public interface MessageForm<T> extends Serializable {
    /** Returns what Flink must know to serialize messages. */
    TypeInformation<T> typeInformation();

    /** Returns the class whose objects the messages are; null for rows. */
    Class<T> type();

    /**
     * Returns a source of the messages of a reader.
     *
     * @param options the options that the reader was created with
     */
    MessageSource<T> newSource(WireIn in, WireOptions options);

    /** Returns a target that writes messages to a stream. */
    MessageTarget<T> newTarget(OutputStream out, WireOptions options);
}
