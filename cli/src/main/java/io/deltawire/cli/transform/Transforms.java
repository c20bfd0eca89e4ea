package io.deltawire.cli.transform;

import io.deltawire.cli.message.FieldPaths;
import io.deltawire.cli.message.MessageTape;
import io.deltawire.cli.options.Arguments;
import io.deltawire.cli.options.KeyOption;
import io.deltawire.cli.options.Option;
import io.deltawire.wire.MessageKind;
import io.deltawire.wire.Transcoder;
import io.deltawire.wire.WireFormat;
import io.deltawire.wire.WireIn;
import io.deltawire.wire.WireOut;
import io.deltawire.wire.WireToken;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * The pipeline of a conversion: the transforms that the options and the target ask for, in the order of {@link #STAGES}.
 *
 * <p>A new transform is a class that implements {@link Transform} and a line in that list. Everything that depends on
 * which transforms there are asks this class: whether messages can be copied directly, which options {@code --hex}
 * refuses, which options {@code wire convert} has, and what the fields of {@code --key} are called in the output.
 */
public final class Transforms {
    /**
     * A transform that a conversion may have.
     *
     * @param option the option that asks for it
     * @param isAlwaysIn whether every conversion has it, with the option or without
     * @param factory makes it for the options and the format of the target
     */
    public record Stage(Option option, boolean isAlwaysIn, BiFunction<Arguments, WireFormat, Transform> factory) {
        /** A transform that an option asks for. */
        public static Stage of(Option option, BiFunction<Arguments, WireFormat, Transform> factory) {
            return new Stage(option, false, factory);
        }

        /** A transform that fits messages to the target in every conversion, which an option only controls. */
        public static Stage always(Option option, BiFunction<Arguments, WireFormat, Transform> factory) {
            return new Stage(option, true, factory);
        }
    }

    /** A transform, and the option that asked for it. */
    private record Active(Option option, Transform transform) {}

    /**
     * All transforms, in the order in which they apply. The reduction to changes is the first one, since it compares
     * messages as they are in the input; those that fit messages to the target are the last ones.
     */
    public static final List<Stage> STAGES = List.of(
            Stage.of(Option.CHANGES, (arguments, target) -> new RecordChanges(KeyOption.recordFields(arguments))),
            Stage.of(Option.FIELDS, (arguments, target) -> new FieldProjection(arguments.list(Option.FIELDS))),
            Stage.of(Option.SORT, (arguments, target) -> new FieldOrder()),
            Stage.always(Option.NAMES, NameRemoval::of),
            Stage.always(Option.DELETIONS, DeletionMarks::new),
            Stage.of(Option.CSV_SAFE, FormulaGuard::of));

    private final List<Stage> stages;
    private final Arguments arguments;
    private final WireFormat target;
    private final List<Active> active;
    /** How much must be read of a message of each kind, computed once because each message asks for it. */
    private final Map<MessageKind, Transform.Scope> scopes = new EnumMap<>(MessageKind.class);

    private final MessageTape beginning = new MessageTape();
    private final Set<String> lostKeys = new TreeSet<>();

    public Transforms(List<Stage> stages, Arguments arguments, WireFormat target) {
        this.stages = stages;
        this.arguments = arguments;
        this.target = target;
        active = instances();
        for (MessageKind kind : MessageKind.values()) {
            scopes.put(kind, widestScope(kind));
        }
    }

    private List<Active> instances() {
        List<Active> instances = new ArrayList<>();
        for (Stage stage : stages) {
            if (stage.isAlwaysIn() || arguments.has(stage.option())) {
                instances.add(new Active(stage.option(), stage.factory().apply(arguments, target)));
            }
        }
        return instances;
    }

    /** The options that ask for a transform, in order. Without these options messages keep their content. */
    public static List<Option> options(List<Stage> stages) {
        return stages.stream()
                .filter(stage -> !stage.isAlwaysIn())
                .map(Stage::option)
                .toList();
    }

    /** Whether messages of a kind are left out. */
    public boolean leavesOut(MessageKind kind) {
        for (Active each : active) {
            if (each.transform().leavesOut(kind)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a message need not be read as a whole, so that {@link #copy} can copy it. */
    public boolean isDirect(MessageKind kind) {
        return scopes.get(kind) != Transform.Scope.MESSAGE;
    }

    private Transform.Scope widestScope(MessageKind kind) {
        Transform.Scope widest = Transform.Scope.KIND;
        for (Active each : active) {
            Transform.Scope scope = each.transform().scope(kind);
            widest = scope.compareTo(widest) > 0 ? scope : widest;
        }
        return widest;
    }

    /** Returns the message for the writer, valid until the next call. */
    public MessageTape apply(MessageTape message) {
        MessageTape result = message;
        for (Active each : active) {
            result = each.transform().apply(result);
        }
        return result;
    }

    /** Copies the message of a reader, which {@link #isDirect}. */
    public void copy(WireIn in, WireOut out) {
        MessageKind kind = in.messageKind();
        if (scopes.get(kind) == Transform.Scope.KIND) {
            Transcoder.copyMessage(in, out);
            return;
        }
        beginning.beginMessage(kind);
        readBeginning(in);
        if (isChanged(kind)) {
            Transcoder.copyRest(in, beginning);
            apply(beginning).play(out);
            return;
        }
        out.beginMessage(kind);
        boolean done = false;
        try {
            beginning.play(out, 0, beginning.size());
            Transcoder.copyRest(in, out);
            out.endMessage();
            done = true;
        } finally {
            if (!done) {
                out.cancelMessage();
            }
        }
    }

    private boolean isChanged(MessageKind kind) {
        for (Active each : active) {
            Transform transform = each.transform();
            if (transform.scope(kind) == Transform.Scope.BEGINNING && transform.changes(beginning)) {
                return true;
            }
        }
        return false;
    }

    private void readBeginning(WireIn in) {
        for (int level = 0; level < 2 && in.peek() == WireToken.BEGIN_OBJECT; level++) {
            if (in.typeName() != null) {
                beginning.type(in.typeName());
            }
            in.beginObject();
            beginning.beginObject();
            WireToken token = in.peek();
            if (token == WireToken.FIELD) {
                beginning.field(in.fieldName());
            } else if (token == WireToken.EVENT) {
                beginning.event(in.fieldName());
            } else {
                return;
            }
        }
    }

    /** The paths of the fields that options name, and the options. */
    public Map<String, Option> fields() {
        Map<String, Option> fields = new LinkedHashMap<>();
        active.forEach(each -> each.transform().fields().forEach(path -> fields.put(path, each.option())));
        return fields;
    }

    /** Whether a transform tells records apart by the fields of {@code --key}. */
    public boolean usesKey() {
        return active.stream().anyMatch(each -> each.transform().usesKey());
    }

    /**
     * Finds what the fields of {@code --key}, which are named as they are in the input, are called in the output. A field
     * that no sample has, or that a transform removes, keeps its name. {@link #lostKeys} remarks on removed ones.
     *
     * @param samples messages of the input. They pass through transforms of their own, so that the state of this
     *     pipeline does not change
     */
    public List<String> followKeys(List<String> keys, List<MessageTape> samples) {
        List<String> after = new ArrayList<>();
        for (String key : keys) {
            MessageTape sample = samples.stream()
                    .filter(message -> FieldPaths.exact(message, key) >= 0)
                    .findFirst()
                    .orElse(null);
            after.add(sample == null ? key : followKey(key, sample));
        }
        return after;
    }

    private String followKey(String key, MessageTape sample) {
        String path = key;
        MessageTape message = sample;
        for (Active each : instances()) {
            path = each.transform().pathAfter(path, message);
            message = each.transform().apply(message);
            if (FieldPaths.exact(message, path) < 0) {
                lostKeys.add(each.option() + " leaves out the key field \"" + key
                        + "\": the output does not tell records apart by it");
                return key;
            }
        }
        return path;
    }

    /** Remarks on fields of {@code --key} that {@link #followKeys} has not found in the output. */
    public Set<String> lostKeys() {
        return lostKeys;
    }
}
