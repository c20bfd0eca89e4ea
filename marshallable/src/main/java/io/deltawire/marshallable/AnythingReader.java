package io.deltawire.marshallable;

import io.deltawire.marshallable.Wire.Event;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireToken;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the next event or message of whatever class it is: see {@link Wire#read()}. */
abstract class AnythingReader extends PresentReader {
    AnythingReader(WireIn in, Session session) {
        super(in, session);
    }

    Event read() {
        try {
            startOver();
            return readNext();
        } catch (Misfit e) {
            hasFailed = true;
            throw located(e);
        } catch (RuntimeException | Error e) {
            hasFailed = true;
            throw e;
        }
    }

    private Event readNext() {
        session.setNear(null);
        if (!isAtValue && !(isInEvents && moveToNextEvent())) {
            if (!nextMessage()) {
                return null;
            }
            isAtValue = true;
            if (isUntypedObject()) {
                return readUntyped();
            }
        }
        Object value = readPresent(classes.get(Object.class), null);
        return new Event(event(), value);
    }

    /** Text formats do not tell an event from a field: one named object is an event, anything else is a map. */
    private Event readUntyped() {
        in.beginObject();
        isAtValue = false;
        isInEvents = true;
        if (in.hasNext() && in.peek() != WireToken.KEY) {
            boolean isEvent = in.peek() == WireToken.EVENT;
            String name = in.fieldName();
            if (isEvent || in.peek() == WireToken.BEGIN_OBJECT && in.typeName() != null) {
                setEvent(name);
                isAtValue = true;
                return new Event(name, readPresent(classes.get(Object.class), null));
            }
            boolean isObject = in.peek() == WireToken.BEGIN_OBJECT;
            Object first;
            try {
                first = any().readOrNull(in, null, session);
            } catch (Misfit e) {
                throw e.inEntry(name);
            }
            if (isObject && !in.hasNext()) {
                setEvent(name);
                return new Event(name, first);
            }
            Map<Object, Object> map = new LinkedHashMap<>();
            map.put(name, first);
            PlainValues.readEntries(in, map, session);
            leaveEvents();
            return new Event(null, map);
        }
        Map<Object, Object> map = new LinkedHashMap<>();
        PlainValues.readEntries(in, map, session);
        leaveEvents();
        return new Event(null, map);
    }

    private static ValueCodec any() {
        return Codecs.exact(Object.class);
    }
}
