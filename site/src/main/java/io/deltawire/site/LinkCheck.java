package io.deltawire.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds links of HTML files in a folder whose target file or anchor does not exist there. Links to other sites are not
 * checked.
 */
final class LinkCheck {
    private static final Pattern LINK = Pattern.compile("<(?:a|img|link|script)\\b[^>]*?\\s(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ANCHOR = Pattern.compile("<[^>]*?\\s(?:id|name)=\"([^\"]*)\"");
    private static final Pattern ELSEWHERE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*|//.*");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    private LinkCheck() {}

    static List<String> faults(Path folder) throws IOException {
        LinkCheck check = new LinkCheck();
        Set<String> faults = new TreeSet<>();
        List<Path> pages;
        try (Stream<Path> files = Files.walk(folder)) {
            pages = files.filter(file -> file.toString().endsWith(".html"))
                    // Javadoc's own page of constants has a link to a heading that it leaves out.
                    .filter(file -> !file.endsWith("api/constant-values.html"))
                    .toList();
        }
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                String address = link.group(1).replace("&amp;", "&");
                String fault = ELSEWHERE.matcher(address).matches() ? null : check.fault(page, address);
                if (fault != null) {
                    faults.add(Site.slashed(folder.relativize(page)) + ": " + address + ": " + fault);
                }
            }
        }
        return new ArrayList<>(faults);
    }

    private String fault(Path page, String address) throws IOException {
        int hash = address.indexOf('#');
        String path = URLDecoder.decode(hash < 0 ? address : address.substring(0, hash), StandardCharsets.UTF_8);
        Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        if (!Files.isRegularFile(target)) {
            return "no such file";
        }
        String anchor = hash < 0 ? "" : URLDecoder.decode(address.substring(hash + 1), StandardCharsets.UTF_8);
        return anchor.isEmpty() || anchors(target).contains(anchor) ? null : "no such heading";
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> found = anchors.get(page);
        if (found == null) {
            found = new HashSet<>();
            Matcher anchor = ANCHOR.matcher(Files.readString(page));
            while (anchor.find()) {
                found.add(anchor.group(1)
                        .replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&amp;", "&"));
            }
            anchors.put(page, found);
        }
        return found;
    }
}
