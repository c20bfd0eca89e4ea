package io.deltawire.flink.internal;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * The classes that the values of a row have. Numbers, booleans and bytes are the same everywhere; for the others each
 * pair of methods converts in both directions.
 *
 * @param <T> the class of rows
 */
public interface RowValues<T> extends Serializable {
    /** Returns what Flink must know to serialize rows of a type. */
    TypeInformation<T> typeInformation(RowType type);

    /** Returns a row. */
    T row(RowKind kind, RowType type, Object[] fields);

    /**
     * Returns the values of the fields of a row.
     *
     * @throws ClassCastException if it is no row, or has another number of fields
     */
    Object[] fields(RowType type, Object row);

    /** Returns the kind of a row. */
    RowKind kind(T row);

    /** Returns a text as a value. */
    Object ofText(String text);

    /** Returns a text. */
    String toText(Object value);

    /** Returns a number as a value. It has the scale of the type, and no more digits. */
    Object ofDecimal(BigDecimal number, int precision, int scale);

    /** Returns a number. */
    BigDecimal toDecimal(Object value);

    /** Returns a date as a value. */
    Object ofDate(LocalDate date);

    /** Returns a date. */
    LocalDate toDate(Object value);

    /** Returns a time in whole milliseconds as a value. */
    Object ofTime(LocalTime time);

    /** Returns a time. */
    LocalTime toTime(Object value);

    /** Returns a timestamp without a zone as a value. */
    Object ofTimestamp(LocalDateTime timestamp);

    /** Returns a timestamp without a zone. */
    LocalDateTime toTimestamp(Object value);

    /** Returns an instant as a value. */
    Object ofInstant(Instant instant);

    /** Returns an instant. */
    Instant toInstant(Object value);

    /** Returns items as a value. */
    Object ofList(LogicalType itemType, List<Object> items);

    /** Returns the items of a value. */
    List<Object> toList(LogicalType itemType, Object value);

    /** Returns entries as a value. */
    Object ofMap(Map<Object, Object> entries);

    /** Returns the entries of a value. */
    Map<Object, Object> toMap(LogicalType keyType, LogicalType valueType, Object value);
}
