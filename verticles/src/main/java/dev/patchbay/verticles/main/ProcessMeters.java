package dev.patchbay.verticles.main;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Figures of this process: memory, threads, file descriptors. */
final class ProcessMeters {

    private static final Path STATUS = Path.of("/proc/self/status");

    private ProcessMeters() {}

    static void bindTo(MeterRegistry meters) {
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new FileDescriptorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        Gauge.builder("process.resident.memory", ProcessMeters::residentBytes)
                .baseUnit("bytes")
                .description("Resident memory of this process")
                .register(meters);
    }

    private static double residentBytes() {
        try (var lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToDouble(kib -> Double.parseDouble(kib) * 1024)
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }
}
