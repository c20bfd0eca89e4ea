package io.deltawire.delta.internal.nested;

import io.deltawire.delta.internal.codec.ListEdits;
import io.deltawire.delta.internal.state.ListEdit;
import io.deltawire.delta.internal.state.RecordState;
import io.deltawire.delta.internal.state.SchemaNode;
import io.deltawire.delta.internal.value.Kind;
import io.deltawire.wire.spi.object.FieldColumns;
import io.deltawire.wire.spi.object.NestedColumns;
import java.util.Arrays;

/** The leaves of a single object in a field, or of the objects of a list or array. */
final class ObjectListLeaves extends ObjectLeaves {
    /** The last layout of a uniform list, shared by all records it fits. */
    private UniformListLayout lastUniformList;

    ObjectListLeaves(SchemaNode field, NestedColumns columns, int depth) {
        super(field, columns, depth);
    }

    private Object get(Object value, int index) {
        return isList() ? columns().item(value, index) : value;
    }

    @Override
    boolean matchesContent(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (value == null || content.size() == NULL) {
            return value == null && content.size() == NULL;
        }
        if (content.uniformList() != null) {
            return columns()
                    .matchesAll(value, content.size(), content.uniformList().type());
        }
        if (isList() && columns().size(value) != content.size()) {
            return false;
        }
        for (int i = 0; i < content.size(); i++) {
            if (!matchesObject(record, get(value, i), i, content, isToBeSet)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean locate(RecordState record, Object value, FieldContent content, boolean isToBeSet) {
        if (value == null) {
            content.setSize(NULL);
            return hasOnlyMarker(record, field(), Kind.NULL);
        }
        content.setSize(isList() ? columns().size(value) : 1);
        content.setUniformList(null);
        if (!isList()) {
            content.ensureCapacity(1);
            return locateObject(record, value, field(), 0, content, isToBeSet);
        }
        if (content.size() == 0) {
            return hasOnlyMarker(record, field(), Kind.EMPTY_LIST);
        }
        if (!hasItemCount(record, content.size())
                || field().childCount() > field().itemCount()
                || hasOwnValue(record, field())) {
            return false;
        }
        content.ensureCapacity(content.size());
        for (int i = 0; i < content.size(); i++) {
            if (!locateObject(record, get(value, i), field().item(i), i, content, isToBeSet)) {
                return false;
            }
        }
        content.setUniformList(uniformList(content));
        for (int i = content.size(); i < field().itemCount(); i++) {
            if (hasOwnValue(record, field().item(i)) || record.hasContent(field().item(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the record has the last item of this size and not the next one. That rules out most other sizes quickly.
     */
    private boolean hasItemCount(RecordState record, int size) {
        return size <= field().itemCount()
                && record.hasAnyValue(field().item(size - 1))
                && (size == field().itemCount() || !record.hasAnyValue(field().item(size)));
    }

    /** Returns the layout of a uniform list, or null for another list. */
    private UniformListLayout uniformList(FieldContent content) {
        NestedLayout firstLayout = content.layout(0);
        if (firstLayout == null || firstLayout.firstLeafIfUntyped() < 0) {
            return null;
        }
        for (int i = 1; i < content.size(); i++) {
            NestedLayout layout = content.layout(i);
            if (layout == null || layout.type() != firstLayout.type() || layout.firstLeafIfUntyped() < 0) {
                return null;
            }
        }
        if (lastUniformList == null
                || lastUniformList.type() != firstLayout.type()
                || lastUniformList.size() < content.size()) {
            int[] first = new int[content.size()];
            Arrays.setAll(first, i -> content.layout(i).firstLeafIfUntyped());
            lastUniformList = new UniformListLayout(firstLayout.type(), first);
        }
        return lastUniformList;
    }

    @Override
    public boolean collectChanges(RecordState record, Object value, FieldContent content, CollectedLeaves into) {
        int before = into.count();
        int valuesBefore = into.queuedCount();
        if (content.uniformList() != null) {
            content.uniformList().collectChanges(record, columns(), value, content.size(), into);
        }
        for (int i = content.uniformList() == null ? 0 : content.size(); i < content.size(); i++) {
            NestedLayout layout = content.layout(i);
            if (layout != null && !layout.collectChanges(record, get(value, i), content, i, into)) {
                return false;
            }
        }
        if (!isList() || into.count() - before < ListEdits.MIN_CHANGED) {
            return true;
        }
        into.rollBack(before, valuesBefore);
        return collectAll(record, value, into);
    }

    @Override
    boolean collectAll(RecordState record, Object value, CollectedLeaves into) {
        if (value == null || !isList()) {
            return collectObject(record, value, field(), into);
        }
        int size = columns().size(value);
        if (size == 0) {
            return into.collectMarker(Kind.EMPTY_LIST, field().leaf());
        }
        if (size > field().itemCount()) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (!collectObject(record, columns().item(value, i), field().item(i), into)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean set(RecordState record, Object value, FieldContent content, NestedReadContext into) {
        if (content.uniformList() != null) {
            return content.uniformList().set(record, columns(), value, content.size(), into);
        }
        for (int i = 0; i < content.size(); i++) {
            if (isList() && columns().size(value) != content.size()) {
                return false; // an item may contain the list itself, and reading may have changed it
            }
            Object object = get(value, i);
            NestedLayout layout = content.layout(i);
            if (!hasClass(object, i, content) || layout != null && !layout.set(record, object, content, i, into)) {
                return false;
            }
        }
        return true;
    }

    @Override
    boolean reshapeNonNull(
            FieldColumns ownerColumns,
            int ordinal,
            RecordState record,
            Object object,
            Object value,
            FieldContent scratch) {
        if (isList()) {
            return value != null && resize(record, value, scratch);
        }
        if (value != null && columns().columnsOf(value) == classAt(record, field())) {
            return false; // the class fits, so something else does not
        }
        scratch.ensureCapacity(1);
        Object created = createObject(record, field(), 0, scratch);
        if (created != null) {
            ownerColumns.set(object, ordinal, created);
        }
        return created != null;
    }

    /** Adds or removes items until a list has the size that the record has. */
    private boolean resize(RecordState record, Object list, FieldContent scratch) {
        int size = ListEdit.size(record, field());
        int former = columns().size(list);
        if (size == former || !columns().truncate(list, Math.min(size, former))) {
            return false;
        }
        scratch.ensureCapacity(size);
        for (int i = former; i < size; i++) {
            Object item = createObject(record, field().item(i), i, scratch);
            if (item == null || !columns().addItem(list, item)) {
                return false;
            }
        }
        return true;
    }
}
