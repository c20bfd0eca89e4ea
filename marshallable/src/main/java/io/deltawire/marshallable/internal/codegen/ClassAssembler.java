package io.deltawire.marshallable.internal.codegen;

import io.deltawire.marshallable.internal.codec.CodecConstant;
import io.deltawire.marshallable.internal.codec.CodecContext;
import io.deltawire.marshallable.internal.codec.EnumCodec;
import io.deltawire.marshallable.internal.schema.ClassPlan;
import io.deltawire.marshallable.internal.schema.FieldPlan;
import io.deltawire.wire.spi.text.NamedValues;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A hidden class that is being generated for a class of the application: a codec, or its equality. It knows how the
 * code reaches fields and constants, and emits the instructions that all parts of such a class share. The parts write
 * their methods with it, one after the other; it knows which one is being written. It owns the class file, the class
 * data, and the local variables of a record's components.
 */
final class ClassAssembler implements Opcodes {
    static final String OBJECT = "Ljava/lang/Object;";
    private static final String HANDLE = "Ljava/lang/invoke/MethodHandle;";
    private static final String CONSTRUCTOR = "<init>";

    /** Prefixes of the methods that write or read some of the fields; a number follows. */
    static final String WRITE_CHUNK = "writeFields";

    static final String READ_CHUNK = "readFields";

    static final String OUT = "io/deltawire/wire/WireOut";
    static final String IN = "io/deltawire/wire/WireIn";
    static final String SHAPE = "Lio/deltawire/wire/Shape;";
    static final String CONTEXT_TYPE = Type.getDescriptor(CodecContext.class);
    static final String NAMED_VALUES = Type.getDescriptor(NamedValues.class);
    static final String WRITE_CHUNK_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)I";
    static final String READ_FROM = "readFrom";
    static final String READ_FROM_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + "I)" + OBJECT;
    static final String READ_REST = "readRest";
    static final String READ_REST_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)" + OBJECT;
    static final String WRITE_FROM = "writeFrom";
    static final String WRITE_FROM_DESCRIPTOR = "(L" + OUT + ";" + OBJECT + CONTEXT_TYPE + "I)I";
    static final String READ_CHUNK_DESCRIPTOR = "(L" + IN + ";" + OBJECT + CONTEXT_TYPE + OBJECT + "I)I";
    private static final Handle CLASS_DATA_AT = new Handle(
            H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);
    static final Map<Class<?>, String> TEMPORALS = Map.of(
            LocalDate.class, "localDate",
            LocalTime.class, "localTime",
            LocalDateTime.class, "localDateTime",
            ZonedDateTime.class, "zonedDateTime",
            OffsetDateTime.class, "offsetDateTime",
            Instant.class, "instant");

    // Local variables of the reading and writing methods: this, the wire, the object, the context, then their own.
    static final int WIRE = 1;
    static final int ARGUMENT = 2;
    static final int CONTEXT = 3;
    static final int INSTANCE = 4;
    static final int ORDINAL = 5;
    static final int FIRST_FREE = 6;

    private final ClassPlan plan;
    private final List<FieldAccess> members;
    private final CodecConstant[] codecConstants;
    private final boolean isRecord;
    private final boolean isDirect;
    /** Constants that a class file cannot hold, such as codecs and handles. */
    private final List<Object> data = new ArrayList<>();

    private final int[] componentVars;
    private final Set<ConstantDynamic> constants = new LinkedHashSet<>();
    /** The internal name of the served class. */
    private final String name;
    /** The internal name of the generated class. Only its own code can refer to it. */
    private final String generatedName;

    private final String superName;
    private final Lookup host;
    private final ClassWriter file;
    private MethodVisitor code;

    private ClassAssembler(
            ClassPlan plan,
            List<FieldAccess> members,
            CodecConstant[] codecConstants,
            AccessMode access,
            Lookup host,
            Class<?> superclass) {
        this.isDirect = access == AccessMode.DIRECT;
        this.name = Type.getInternalName(plan.type());
        this.plan = plan;
        this.members = members;
        this.codecConstants = codecConstants;
        this.isRecord = plan.instances().isRecord();
        this.componentVars = new int[codecConstants.length];
        this.superName = Type.getInternalName(superclass);
        this.host = host;
        this.generatedName =
                (isDirect ? name : superName + '$' + name.substring(name.lastIndexOf('/') + 1)) + "$$Generated";
        this.file = new ClassWriter(ClassWriter.COMPUTE_FRAMES | ClassWriter.COMPUTE_MAXS) {
            @Override
            protected String getCommonSuperClass(String a, String b) {
                return "java/lang/Object"; // avoids class loading; variables that merge need no closer type
            }
        };
        file.visit(V17, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, generatedName, null, superName, null);
    }

    /**
     * Begins a class that extends one of this library's. Returns null if the JVM does not allow it with this access.
     *
     * @param codecConstants the codecs of the fields; none if the class sets no field
     */
    static ClassAssembler create(ClassPlan plan, CodecConstant[] codecConstants, AccessMode access, Class<?> superclass)
            throws IllegalAccessException {
        Class<?> type = plan.type();
        if (access == AccessMode.DIRECT && !Nestmates.canHost(type)) {
            return null;
        }
        boolean isRecord = plan.instances().isRecord();
        boolean sets = codecConstants.length > 0;
        List<FieldAccess> members = new ArrayList<>();
        for (FieldPlan field : plan.fields()) {
            FieldAccess member = FieldAccess.of(field, type, isRecord || !sets, access);
            if (access == AccessMode.DIRECT && isRecord && sets && !Nestmates.isVisible(member.type(), type)) {
                return null; // the code cannot name a parameter of the constructor
            }
            members.add(member);
        }
        Lookup host =
                MethodHandles.privateLookupIn(access == AccessMode.DIRECT ? type : superclass, MethodHandles.lookup());
        return new ClassAssembler(plan, members, codecConstants, access, host, superclass);
    }

    /**
     * Ends the class with a constructor, defines it and returns an instance. The constructor resolves every dynamic
     * constant: C2, up to JDK 17 at least, does not compile a method that mentions an unresolved one, even on a path
     * that never runs.
     */
    Object define() throws ReflectiveOperationException {
        beginMethod(ACC_PUBLIC, CONSTRUCTOR, "()V");
        code.visitVarInsn(ALOAD, 0);
        code.visitMethodInsn(INVOKESPECIAL, superName, CONSTRUCTOR, "()V", false);
        for (ConstantDynamic constant : constants) {
            code.visitLdcInsn(constant);
            code.visitInsn(POP);
        }
        endMethod(RETURN);
        file.visitEnd();
        Lookup made =
                host.defineHiddenClassWithClassData(file.toByteArray(), List.copyOf(data), true, ClassOption.NESTMATE);
        // No other code may access a class of another package.
        MethodHandle constructor = made.findConstructor(made.lookupClass(), MethodType.methodType(void.class));
        try {
            return constructor.invoke();
        } catch (Error | ReflectiveOperationException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // the constructor only calls super() and loads constants
        }
    }

    /** Begins a method; all emitted code goes there. */
    MethodVisitor beginMethod(int flags, String method, String descriptor) {
        code = file.visitMethod(flags, method, descriptor, null, null);
        code.visitCode();
        return code;
    }

    MethodVisitor code() {
        return code;
    }

    void endMethod(int returnCode) {
        code.visitInsn(returnCode);
        endMethod();
    }

    /** Ends a method whose last instruction has been emitted. */
    void endMethod() {
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** Emits the cast of the argument to the served class, into the variable for the instance. */
    void loadObject() {
        castInto(ARGUMENT, INSTANCE);
    }

    /** Emits the cast of an argument to the served class, into a variable. */
    void castInto(int argument, int variable) {
        code.visitVarInsn(ALOAD, argument);
        castToType();
        code.visitVarInsn(ASTORE, variable);
    }

    /** Handles take any object, and generated code may not be able to name the class. */
    void castToType() {
        if (isDirect) {
            code.visitTypeInsn(CHECKCAST, name);
        }
    }

    static boolean isPlainTemporal(Class<?> type) {
        return TEMPORALS.containsKey(type);
    }

    /** Pushes the shape on the stack. */
    void loadShape() {
        loadConstant(SHAPE, plan.shape());
    }

    /** Prepares a store; the value is pushed next. A record's component needs no preparation. */
    void beginStore(int i) {
        beginStore(INSTANCE, i);
    }

    /** Prepares a store into the object that is in a variable; the value is pushed next. */
    void beginStore(int object, int i) {
        if (isRecord) {
            return;
        }
        MethodHandle setter = members.get(i).setter();
        if (setter != null) {
            loadConstant(HANDLE, setter);
        }
        code.visitVarInsn(ALOAD, object);
    }

    /** Emits the store of the value on the stack into a field or component variable. */
    void endStore(int i) {
        FieldAccess member = members.get(i);
        if (isRecord) {
            code.visitVarInsn(Type.getType(member.type()).getOpcode(ISTORE), componentVars[i]);
        } else if (member.setter() != null) {
            invokeHandle(member.setter().type().toMethodDescriptorString());
        } else {
            code.visitFieldInsn(PUTFIELD, ownerOf(member), member.field().getName(), Type.getDescriptor(member.type()));
        }
    }

    /**
     * Emits the construction of a record.
     *
     * @param load pushes a component on the stack, by its ordinal
     */
    void construct(IntConsumer load) {
        if (isDirect) {
            code.visitTypeInsn(NEW, name);
            code.visitInsn(DUP);
        } else {
            loadConstant(HANDLE, constructor());
        }
        StringBuilder descriptor = new StringBuilder("(");
        for (int i = 0; i < codecConstants.length; i++) {
            Class<?> component = members.get(i).type();
            load.accept(i);
            boolean isErased = !isDirect && !component.isPrimitive();
            descriptor.append(isErased ? OBJECT : Type.getDescriptor(component));
        }
        if (isDirect) {
            code.visitMethodInsn(
                    INVOKESPECIAL, name, CONSTRUCTOR, descriptor.append(")V").toString(), false);
        } else {
            invokeHandle(descriptor.append(')').append(OBJECT).toString());
        }
    }

    private MethodHandle constructor() {
        try {
            MethodHandle handle =
                    MethodHandles.lookup().unreflectConstructor(plan.instances().constructor());
            return handle.asType(handle.type().erase());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.toString()); // made accessible when the plan was made
        }
    }

    /** Pushes the enum constants by name, for a field of an enum. */
    void loadNamedValues(int i) {
        loadConstant(NAMED_VALUES, ((EnumCodec) codecConstants[i].codec()).byName());
    }

    /** Pushes the codec constant of a field. */
    void loadCodec(int i) {
        loadConstant(OBJECT, codecConstants[i]);
    }

    /** Pushes the value of a field. A reference that a handle reads is typed as Object. */
    void loadField(int i) {
        loadField(INSTANCE, i);
    }

    /** Pushes the value of a field of the object in a variable, as {@link #loadField(int)} does. */
    void loadField(int object, int i) {
        FieldAccess member = members.get(i);
        MethodHandle getter = member.getter();
        if (getter == null) {
            code.visitVarInsn(ALOAD, object);
            code.visitFieldInsn(GETFIELD, ownerOf(member), member.field().getName(), Type.getDescriptor(member.type()));
        } else {
            loadConstant(HANDLE, getter);
            code.visitVarInsn(ALOAD, object);
            invokeHandle(getter.type().toMethodDescriptorString());
        }
    }

    private static String ownerOf(FieldAccess member) {
        return Type.getInternalName(member.field().getDeclaringClass());
    }

    void loadArguments() {
        code.visitVarInsn(ALOAD, WIRE);
        code.visitVarInsn(ALOAD, ARGUMENT);
        code.visitVarInsn(ALOAD, CONTEXT);
    }

    /** Pushes an object that the class file cannot hold. The JIT compiler takes it for a constant. */
    @SuppressWarnings("ReferenceEquality") // several methods may share a constant
    private void loadConstant(String descriptor, Object value) {
        int index = 0;
        while (index < data.size() && data.get(index) != value) {
            index++;
        }
        if (index == data.size()) {
            data.add(value);
        }
        ConstantDynamic constant = new ConstantDynamic("_", descriptor, CLASS_DATA_AT, index);
        constants.add(constant);
        code.visitLdcInsn(constant);
    }

    void push(int value) {
        if (value <= 5) {
            code.visitInsn(ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            code.visitIntInsn(BIPUSH, value);
        } else {
            code.visitIntInsn(SIPUSH, value);
        }
    }

    void callWriter(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, OUT, method, descriptor, true);
    }

    void callReader(String method, String descriptor) {
        code.visitMethodInsn(INVOKEINTERFACE, IN, method, descriptor, true);
    }

    void callStatic(String method, String descriptor) {
        code.visitMethodInsn(INVOKESTATIC, superName, method, descriptor, false);
    }

    void callInherited(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, superName, method, descriptor, false);
    }

    /** Emits a call of a method of the generated class. */
    void callOwn(String method, String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, generatedName, method, descriptor, false);
    }

    private void invokeHandle(String descriptor) {
        code.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
    }

    ClassPlan plan() {
        return plan;
    }

    List<FieldAccess> members() {
        return members;
    }

    CodecConstant[] codecConstants() {
        return codecConstants;
    }

    boolean isRecord() {
        return isRecord;
    }

    boolean isDirect() {
        return isDirect;
    }

    /** Returns the local variables that hold a record's components, by ordinal. */
    int[] componentVars() {
        return componentVars;
    }
}
