package dev.patchbay.verticles;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.patchbay.verticles.reconcile.ReconcilerVerticle;
import io.vertx.core.Future;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;

/** Who may know whom: the order of the modules, and that verticles speak over the bus only. */
@AnalyzeClasses(packages = "dev.patchbay", importOptions = DoNotIncludeTests.class)
class ModuleRulesTest {

    private static final String ANNOTATIONS = "dev.patchbay.annotations..";
    private static final String CRI = "dev.patchbay.cri..";
    private static final String MULTUS = "dev.patchbay.multus..";
    private static final String VERTICLES = "dev.patchbay.verticles..";
    private static final String OURS = "dev.patchbay..";

    @ArchTest
    static final ArchRule annotationsKnowsNoOtherModule = knowsOfOurs(ANNOTATIONS);

    @ArchTest
    static final ArchRule criKnowsNoOtherModule = knowsOfOurs(CRI);

    @ArchTest
    static final ArchRule multusKnowsOnlyAnnotations = knowsOfOurs(MULTUS, ANNOTATIONS);

    @ArchTest
    static final ArchRule verticlesKnowThePartsBelowThemOnly = knowsOfOurs(VERTICLES, ANNOTATIONS, CRI, MULTUS);

    /** Returns the rule that classes of {@code module} depend on {@code others} only, of all that is ours. */
    private static ArchRule knowsOfOurs(String module, String... others) {
        var allowed = resideInAnyPackage(module)
                .or(resideInAnyPackage(others))
                .or(DescribedPredicate.not(resideInAnyPackage(OURS)));
        return classes().that().resideInAPackage(module).should().onlyDependOnClassesThat(allowed);
    }

    @ArchTest
    static final ArchRule annotationsDoNoInputOrOutput = noClasses()
            .that()
            .resideInAPackage(ANNOTATIONS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..", "io.fabric8..", "io.vertx..")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(InputStream.class, OutputStream.class, Reader.class, Writer.class);

    @ArchTest
    static final ArchRule onlyVerticlesKnowTheKubernetesClient = noClasses()
            .that()
            .resideOutsideOfPackage(VERTICLES)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.fabric8..");

    @ArchTest
    static final ArchRule verticlesSpeakOverTheBusOnly = slices().matching("dev.patchbay.verticles.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                    DescribedPredicate.alwaysTrue(),
                    resideInAnyPackage(
                            "dev.patchbay.verticles.bus",
                            "dev.patchbay.verticles.config",
                            "dev.patchbay.verticles.pods"))
            .ignoreDependency(resideInAnyPackage("dev.patchbay.verticles.main"), DescribedPredicate.alwaysTrue());

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.patchbay.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nothingStaticChanges = noFields()
            .that()
            .areDeclaredInClassesThat(isWritten())
            .and()
            .areStatic()
            .should()
            .notBeFinal();

    @ArchTest
    static final ArchRule nothingIsPrintedPastTheLog = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule verticlesNeverSleep =
            noClasses().that().resideInAPackage(VERTICLES).should().callMethod(Thread.class, "sleep", long.class);

    /** Streams and futures meet in one place. */
    @ArchTest
    static final ArchRule onlyALaneJoinsRxJavaAndVertx = classes()
            .that(describe(
                    "use RxJava and futures of Vert.x",
                    type -> uses(type, "io.reactivex.rxjava3.") && uses(type, Future.class.getName())))
            .should()
            .haveFullyQualifiedName(ReconcilerVerticle.class.getPackageName() + ".Lane");

    private static boolean uses(JavaClass type, String prefix) {
        return type.getDirectDependenciesFromSelf().stream()
                .anyMatch(d -> d.getTargetClass().getName().startsWith(prefix));
    }

    /** Stubs that protoc made keep their descriptors in static fields. */
    private static DescribedPredicate<JavaClass> isWritten() {
        return describe(
                "are written by hand",
                type -> !type.getPackageName().endsWith(".proto")
                        && !type.getModifiers().contains(JavaModifier.SYNTHETIC));
    }
}
