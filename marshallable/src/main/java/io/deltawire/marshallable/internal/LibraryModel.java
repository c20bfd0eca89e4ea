package io.deltawire.marshallable.internal;

import io.deltawire.marshallable.AnsweredInputs;
import io.deltawire.marshallable.ObjectModel;
import io.deltawire.marshallable.TypeRegistry;
import io.deltawire.marshallable.Wire;
import io.deltawire.marshallable.internal.codec.CodecSet;
import io.deltawire.marshallable.internal.codec.ObjectCodec;
import io.deltawire.marshallable.internal.event.EventReader;
import io.deltawire.marshallable.internal.event.MethodEvents;
import io.deltawire.marshallable.internal.io.EventFactory;
import io.deltawire.marshallable.internal.io.ObjectWire;
import io.deltawire.marshallable.internal.io.TextObjects;
import io.deltawire.marshallable.internal.io.YamlDump;
import io.deltawire.marshallable.internal.schema.DefaultTypeRegistry;
import io.deltawire.marshallable.internal.value.DeepCopies;
import io.deltawire.marshallable.internal.value.WireEquality;
import io.deltawire.marshallable.internal.value.YamlTexts;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOptions;
import io.deltawire.wire.WireOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;

/**
 * The implementation of {@link ObjectModel}. It delegates each call to the layer below that does the work; the public
 * package loads it by name.
 */
public final class LibraryModel implements ObjectModel {
    private static final EventFactory EVENTS = new MethodEvents();

    /** Creates the model; the public package calls this by reflection. */
    public LibraryModel() {}

    @Override
    public Wire wire(WireFormat format, Bytes<?> bytes, WireOptions options) {
        return ObjectWire.of(format, bytes, options, EVENTS);
    }

    @Override
    public Wire wire(WireFormat format, ByteBuffer buffer, WireOptions options) {
        return ObjectWire.of(format, buffer, options, EVENTS);
    }

    @Override
    public Wire wire(WireFormat format, OutputStream stream, WireOptions options) {
        return ObjectWire.of(format, stream, options, EVENTS);
    }

    @Override
    public Wire wire(WireFormat format, WireOut out, WireOptions options) {
        return ObjectWire.of(format, out, options, EVENTS);
    }

    @Override
    public Wire wire(WireFormat format, WireIn in, WireOptions options) {
        return ObjectWire.of(format, in, options, EVENTS);
    }

    @Override
    public Wire wire(WireFormat format, InputStream stream, WireOptions options) {
        return ObjectWire.of(format, stream, options, EVENTS);
    }

    @Override
    public Wire append(WireFormat format, Path file, WireOptions options) throws IOException {
        return ObjectWire.of(format, format.newAppender(file, options), options, EVENTS);
    }

    @Override
    public Wire resume(WireFormat format, Path file, WireOptions options) throws IOException {
        AnsweredInputs answered = new AnsweredInputs();
        WireOut out = format.newAppender(file, options, answered::addOutputs);
        ObjectWire wire = ObjectWire.of(format, out, options, EVENTS);
        wire.setAnswered(answered);
        return wire;
    }

    @Override
    public void writeObject(WireOut out, Object object) {
        ObjectWire.writeObject(out, object);
    }

    @Override
    public <T> T readObject(WireIn in, Class<T> type) {
        return ObjectWire.readObject(in, type);
    }

    @Override
    public long dump(WireIn in, Appendable target) {
        return YamlDump.copy(in, target);
    }

    @Override
    public long lastIndex(int sourceId, Wire output) {
        return EventReader.lastIndex(sourceId, (ObjectWire) output);
    }

    @Override
    public TypeRegistry sharedTypes() {
        return DefaultTypeRegistry.shared();
    }

    @Override
    public TypeRegistry newTypes() {
        return new DefaultTypeRegistry();
    }

    @Override
    public String toYaml(Object object) {
        return YamlTexts.forDisplay(object);
    }

    @Override
    public String toYaml(Object object, TypeRegistry types) {
        return YamlTexts.of(object, types);
    }

    @Override
    public <T> T read(Class<T> type, CharSequence text) {
        return ObjectWire.cast(type, TextObjects.read(type, text));
    }

    @Override
    public Object readNamed(CharSequence text, TypeRegistry types) {
        return TextObjects.readNamed(text, types);
    }

    @Override
    public Object readNamedFile(Path path) throws IOException {
        return TextObjects.readNamedFile(path);
    }

    @Override
    public <T> T read(Class<T> type, CharSequence text, WireOptions options) {
        return ObjectWire.cast(type, TextObjects.read(type, text, options));
    }

    @Override
    public <T> T readFile(Class<T> type, Path path, WireOptions options) throws IOException {
        return ObjectWire.cast(type, TextObjects.readFile(type, path, options));
    }

    @Override
    public Object readAs(Type type, CharSequence text) {
        return TextObjects.read(type, text);
    }

    @Override
    public Object readAs(Type type, CharSequence text, WireOptions options) {
        return TextObjects.read(type, text, options);
    }

    @Override
    public Object readFileAs(Type type, Path path, WireOptions options) throws IOException {
        return TextObjects.readFile(type, path, options);
    }

    @Override
    public <T> T readResource(Class<T> type, String name, WireOptions options) throws IOException {
        return ObjectWire.cast(type, TextObjects.readResource(type, name, options));
    }

    @Override
    public Object copy(Object object) {
        return DeepCopies.copy(object);
    }

    @Override
    public <T> T copyFields(Object from, T to) {
        return TextObjects.copyFields(from, to);
    }

    @Override
    public void reset(Object object) {
        TextObjects.reset(object);
    }

    @Override
    public boolean areEqual(Object a, Object b) {
        return WireEquality.areEqual(a, b);
    }

    @Override
    public int hash(Object value) {
        return WireEquality.hash(value);
    }

    @Override
    public boolean haveEqualFields(Object a, Object b) {
        ObjectCodec codec = CodecSet.shared().ofObject(a.getClass());
        return codec == null || WireEquality.haveEqualFields(a, b, codec.equality());
    }

    @Override
    public int hashFields(Object object) {
        ObjectCodec codec = CodecSet.shared().ofObject(object.getClass());
        return codec == null ? object.getClass().hashCode() : WireEquality.hashFields(object, codec.equality());
    }
}
