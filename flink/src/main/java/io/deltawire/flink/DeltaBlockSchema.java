package io.deltawire.flink;

import io.deltawire.delta.DeltaFormat;
import io.deltawire.flink.internal.MessageForm;
import io.deltawire.flink.internal.MessageSource;
import io.deltawire.flink.internal.MessageTarget;
import io.deltawire.flink.internal.ObjectForm;
import io.deltawire.flink.internal.PlainRows;
import io.deltawire.flink.internal.RowForm;
import io.deltawire.flink.internal.TableRows;
import io.deltawire.flink.internal.WireSettings;
import io.deltawire.wire.WireException;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.flink.util.Collector;

/**
 * Reads and writes <i>blocks</i>: closed delta dumps of many messages, each the value of a Kafka record. They are the
 * blocks of {@code deltawire-kafka}, whose producers and consumers can be at the other end.
 *
 * <p>Reading gives the messages of a block one by one. Writing takes a list, which becomes one block; a window or a
 * function of the job collects messages to lists. A block depends on no other one, so records may come in any order,
 * twice or not at all, and a job can be restored anywhere.
 *
 * <p>Each task has a copy, which is for one thread.
 *
 * @param <T> the class of the messages
 */
public final class DeltaBlockSchema<T> implements DeserializationSchema<T>, SerializationSchema<List<T>> {
    private static final long serialVersionUID = 1;
    private static final DeltaFormat FORMAT = new DeltaFormat();

    private final MessageForm<T> form;
    private final WireSettings settings;

    /** The options for reading; null before the first block. */
    private transient WireOptions readOptions;

    /** What the target writes to. */
    private transient ByteArrayOutputStream bytes;

    /** Writes all blocks, since a writer for each would cost more than its messages; null before the first one. */
    private transient MessageTarget<T> target;

    private DeltaBlockSchema(MessageForm<T> form, WireSettings settings) {
        this.form = form;
        this.settings = settings;
    }

    /**
     * Returns a schema for objects of a class, which Flink serializes as {@link TypeInformation#of(Class)} tells.
     *
     * <p>Fields with {@code @Key} name the record to which a message is compared.
     */
    public static <T> DeltaBlockSchema<T> of(Class<T> type) {
        return of(type, TypeInformation.of(type));
    }

    /** Returns a schema for objects of a class. */
    public static <T> DeltaBlockSchema<T> of(Class<T> type, TypeInformation<T> typeInformation) {
        return new DeltaBlockSchema<>(new ObjectForm<>(type, typeInformation), WireSettings.DEFAULTS);
    }

    /**
     * Returns a schema for rows of the DataStream API, as {@link DeltaDumpFormat#ofRows} reads them. Rows are written
     * without a type name.
     *
     * @throws IllegalArgumentException if the row has a type that no message can have
     */
    public static DeltaBlockSchema<Row> ofRows(RowType type) {
        return new DeltaBlockSchema<>(new RowForm<>(type, new PlainRows()), WireSettings.DEFAULTS);
    }

    /**
     * Returns a schema for rows of Flink's tables, as {@link #ofRows} does. It needs {@code flink-table-runtime} on the
     * class path.
     *
     * @throws IllegalArgumentException if the row has a type that no message can have
     */
    public static DeltaBlockSchema<RowData> ofRowData(RowType type) {
        return new DeltaBlockSchema<>(new RowForm<>(type, new TableRows()), WireSettings.DEFAULTS);
    }

    /**
     * Returns a schema that compares a message that it writes to the last one of its block with the same values of these
     * fields, such as {@code symbol} or {@code update.id}.
     */
    public DeltaBlockSchema<T> withKeyFields(String... fields) {
        return new DeltaBlockSchema<>(form, settings.withKeyFields(List.of(fields)));
    }

    /**
     * Returns a schema with an option of the wire, for example {@code limits.maxMessageBytes}.
     *
     * @throws IllegalArgumentException if there is no such option, the value does not fit, or a block with it would be
     *     no closed dump
     */
    public DeltaBlockSchema<T> withOption(String name, String value) {
        return new DeltaBlockSchema<>(form, settings.with(name, value));
    }

    /**
     * Returns a schema for which type names in messages may select classes of further packages, for example subclasses.
     * Other names never load a class.
     */
    public DeltaBlockSchema<T> withAllowedPackages(String... packages) {
        return new DeltaBlockSchema<>(form, settings.withPackages(List.of(packages)));
    }

    /**
     * Gives the messages of a block. A null, which is a tombstone, gives none.
     *
     * @throws IOException if the value is no block, is damaged, or has messages of another class; then no message of it
     *     is given
     */
    @Override
    public void deserialize(byte[] block, Collector<T> to) throws IOException {
        if (block != null) {
            decode(block).forEach(to::collect);
        }
    }

    /**
     * Returns the message of a block of one. Flink's sources call the method with a collector.
     *
     * @return null for null and for an empty block
     * @throws IOException as the method with a collector does, and if the block has several messages
     */
    @Override
    public T deserialize(byte[] block) throws IOException {
        List<T> messages = block == null ? List.of() : decode(block);
        if (messages.size() > 1) {
            throw new IOException("expected a block of one message but it has " + messages.size()
                    + ": the caller must pass a collector to DeltaBlockSchema.deserialize");
        }
        return messages.isEmpty() ? null : messages.get(0);
    }

    private List<T> decode(byte[] block) throws IOException {
        if (FORMAT.detect(block, block.length) != DeltaFormat.Match.CERTAIN) {
            throw new IOException("expected a block of messages, which is a delta dump, but the value of "
                    + block.length + " bytes does not begin as one");
        }
        if (readOptions == null) {
            readOptions = settings.toOptions(form.type());
        }
        List<T> messages = new ArrayList<>();
        WireIn in = FORMAT.newReader(new ByteArrayInputStream(block), readOptions);
        try (MessageSource<T> source = form.newSource(in, readOptions)) {
            T message;
            while ((message = source.next()) != null) {
                messages.add(message);
            }
        } catch (WireException e) {
            throw new IOException("a block cannot be read: " + e.getMessage(), e);
        }
        return messages;
    }

    /**
     * Returns a block of messages. The result for null is null, which is a tombstone.
     *
     * @throws WireException if a message cannot be written
     */
    @Override
    public byte[] serialize(List<T> messages) {
        if (messages == null) {
            return null;
        }
        if (target == null) {
            bytes = new ByteArrayOutputStream();
            target = form.newTarget(bytes, writeOptions());
        }
        try {
            messages.forEach(target::write);
            target.endDump();
            return bytes.toByteArray();
        } catch (RuntimeException e) {
            target.endDump(); // drops the messages before the one that failed
            throw e;
        } finally {
            bytes.reset();
        }
    }

    private WireOptions writeOptions() {
        return settings.toOptions(form.type())
                .with(DeltaFormat.FLUSH, DeltaFormat.Flush.BLOCK)
                .with(DeltaFormat.KEY_FRAMES, DeltaFormat.KeyFrames.NEVER)
                .with(WireOptions.KEY_FIELDS, settings.keyFields());
    }

    /** Returns false: blocks say nothing about the end of a stream. */
    @Override
    public boolean isEndOfStream(T message) {
        return false;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return form.typeInformation();
    }
}
