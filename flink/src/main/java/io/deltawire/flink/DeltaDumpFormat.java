package io.deltawire.flink;

import io.deltawire.flink.internal.DumpReader;
import io.deltawire.flink.internal.MessageForm;
import io.deltawire.flink.internal.ObjectForm;
import io.deltawire.flink.internal.PlainRows;
import io.deltawire.flink.internal.RowForm;
import io.deltawire.flink.internal.TableRows;
import io.deltawire.flink.internal.WireSettings;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/**
 * Reads delta dumps in a {@code FileSource}, as objects of a class or as rows. With {@link DeltaSplitEnumerator}, many
 * tasks read one file.
 *
 * <pre>{@code
 * FileSource<Quote> source = FileSource.forBulkFileFormat(DeltaDumpFormat.of(Quote.class), new Path("s3://quotes/"))
 *         .setFileEnumerator(DeltaSplitEnumerator::new)
 *         .build();
 * }</pre>
 *
 * <p>A file gives its messages once each, in order within a split. Every message is covered by a checksum when a job
 * gets it. Damage, a file that was cut off and a message that does not fit make the job fail; the error names the file
 * and the offset in bytes. A checkpoint costs a restarted task the decoding of at most one epoch, some megabytes.
 *
 * <p>A file must be complete, since one that is still written looks as if it were cut off. An empty one has no messages.
 *
 * <p>Immutable, so threads may share it.
 *
 * @param <T> the class of the messages
 */
public final class DeltaDumpFormat<T> implements BulkFormat<T, FileSourceSplit> {
    private static final long serialVersionUID = 1;

    private final MessageForm<T> form;
    private final WireSettings settings;

    private DeltaDumpFormat(MessageForm<T> form, WireSettings settings) {
        this.form = form;
        this.settings = settings;
    }

    /**
     * Returns a format that reads objects of a class, which Flink serializes as {@link TypeInformation#of(Class)} tells.
     *
     * <p>A message that deletes a record is an error, since the object could not tell. Read rows then.
     */
    public static <T> DeltaDumpFormat<T> of(Class<T> type) {
        return of(type, TypeInformation.of(type));
    }

    /** Returns a format that reads objects of a class. */
    public static <T> DeltaDumpFormat<T> of(Class<T> type, TypeInformation<T> typeInformation) {
        return new DeltaDumpFormat<>(new ObjectForm<>(type, typeInformation), WireSettings.DEFAULTS);
    }

    /**
     * Returns a format that reads rows of the DataStream API, without a class. A field has the value of the message's
     * entry with its name; an event is an entry with a nested row. Entries without a field are skipped, and a field
     * without an entry is null.
     *
     * <p>Values have the classes of the JDK: {@code String}, {@code Integer}, {@code BigDecimal}, {@code LocalDate},
     * {@code Instant}, arrays, maps and rows. A value that the type cannot hold without loss is an error. A message that
     * deletes a record is a row of the kind {@code DELETE}.
     *
     * @throws IllegalArgumentException if the row has a type that no message can have
     */
    public static DeltaDumpFormat<Row> ofRows(RowType type) {
        return new DeltaDumpFormat<>(new RowForm<>(type, new PlainRows()), WireSettings.DEFAULTS);
    }

    /**
     * Returns a format that reads rows of Flink's tables, as {@link #ofRows} does. It needs {@code flink-table-runtime}
     * on the class path.
     *
     * @throws IllegalArgumentException if the row has a type that no message can have
     */
    public static DeltaDumpFormat<RowData> ofRowData(RowType type) {
        return new DeltaDumpFormat<>(new RowForm<>(type, new TableRows()), WireSettings.DEFAULTS);
    }

    /**
     * Returns a format with an option of the wire, for example {@code limits.maxMessageBytes}.
     *
     * @throws IllegalArgumentException if there is no such option, the value does not fit, or the option would change
     *     which messages are read
     */
    public DeltaDumpFormat<T> withOption(String name, String value) {
        return new DeltaDumpFormat<>(form, settings.with(name, value));
    }

    /**
     * Returns a format for which type names in messages may select classes of further packages, for example subclasses.
     * Other names never load a class.
     */
    public DeltaDumpFormat<T> withAllowedPackages(String... packages) {
        return new DeltaDumpFormat<>(form, settings.withPackages(List.of(packages)));
    }

    @Override
    public Reader<T> createReader(Configuration config, FileSourceSplit split) throws IOException {
        return DumpReader.open(split, null, form, settings.toOptions(form.type()));
    }

    @Override
    public Reader<T> restoreReader(Configuration config, FileSourceSplit split) throws IOException {
        return DumpReader.open(split, split.getReaderPosition().orElse(null), form, settings.toOptions(form.type()));
    }

    /**
     * Returns false, though a split may begin and end at any byte. Flink would choose an enumerator that splits each
     * file at its blocks; of these splits a source with {@code monitorContinuously} reads only the first one.
     */
    @Override
    public boolean isSplittable() {
        return false;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return form.typeInformation();
    }
}
