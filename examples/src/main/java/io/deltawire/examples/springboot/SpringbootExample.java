package io.deltawire.examples.springboot;

import io.deltawire.journal.Journal;
import io.deltawire.journal.JournalOptions;
import io.deltawire.marshallable.MethodReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** A Spring Boot application with a journal, whose options come from the properties of the application. */
@SpringBootConfiguration
public class SpringbootExample {
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(SpringbootExample.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.run(arguments).close();
    }

    /** Opens the journal; Spring closes it. */
    @Bean
    Journal journal(Environment environment) throws Exception {
        Map<String, String> values = new HashMap<>();
        for (String name : new String[] {"journal.format", "journal.flush", "journal.fileBytes"}) {
            if (environment.containsProperty(name)) {
                values.put(name, environment.getProperty(name));
            }
        }
        String folder = environment.getProperty("folder");
        return Journal.open(
                folder == null ? Files.createTempDirectory("temperatures") : Path.of(folder),
                JournalOptions.from(values));
    }

    @Bean
    CommandLineRunner runner(Journal journal) {
        return arguments -> {
            Temperatures writer = journal.appender().methodWriter(Temperatures.class);
            writer.onTemperature(new Temperature("kitchen", 21.5));
            writer.onTemperature(new Temperature("cellar", 12));
            Temperatures printer = System.out::println;
            MethodReader reader = journal.tailer().methodReader(printer);
            while (reader.readOne()) {}
            System.out.println("format: " + journal.files().get(0).toString().replaceAll(".*\\.", ""));
        };
    }
}
