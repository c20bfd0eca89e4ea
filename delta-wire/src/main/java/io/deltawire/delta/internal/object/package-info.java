/**
 * Objects of a class that is bound to a message type. Their fields are compared with a record, written, and set from it
 * directly, and by tokens only where nothing else tells the value.
 *
 * <p>A {@link io.deltawire.delta.internal.object.ColumnBinding} maps the class to the leaves of the type. The writer
 * finds the record of an object in {@link io.deltawire.delta.internal.object.ObjectRecordIndex}, compares both in an
 * {@link io.deltawire.delta.internal.object.ObjectDiff}, and collects what differs. Objects with other objects inside
 * also have an {@link io.deltawire.delta.internal.object.ObjectLayout}, which is shared by all records with the same
 * structure. The reader sets live objects with {@link io.deltawire.delta.internal.object.RecordFieldSetter}.
 *
 * <p>The package depends on {@code nested} for what fields hold, and on {@code codec}, {@code token}, {@code state} and
 * {@code value}. The delta writer's and reader's object paths use it.
 */
package io.deltawire.delta.internal.object;
