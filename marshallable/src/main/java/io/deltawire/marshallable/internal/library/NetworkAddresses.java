package io.deltawire.marshallable.internal.library;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Network addresses as text. Neither writing nor reading ever resolves a host name. */
final class NetworkAddresses {
    private static final Pattern IPV4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*(%[\\w.:-]+)?");

    private NetworkAddresses() {}

    /** Returns the address for an IPv4 or IPv6 literal. */
    static InetAddress address(String text) {
        try {
            Matcher parts = IPV4.matcher(text);
            if (parts.matches()) {
                byte[] bytes = new byte[4];
                for (int i = 0; i < 4; i++) {
                    int part = Integer.parseInt(parts.group(i + 1));
                    if (part > 255) {
                        throw new IllegalArgumentException(part + " is no part of an address");
                    }
                    bytes[i] = (byte) part;
                }
                return InetAddress.getByAddress(bytes);
            }
            if (IPV6.matcher(text).matches()) {
                return InetAddress.getByName('[' + text + ']'); // brackets exclude a host name
            }
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        throw new IllegalArgumentException("a host name is not an address, and is not resolved");
    }

    /** Returns the address and port, or the host name and port of an address that is not resolved. */
    static String text(InetSocketAddress value) {
        String host = value.isUnresolved()
                ? value.getHostString()
                : value.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? '[' + host + ']' : host) + ':' + value.getPort();
    }

    static InetSocketAddress socketAddress(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("the port is missing");
        }
        String host = text.substring(0, colon);
        int port = Integer.parseInt(text.substring(colon + 1));
        if (host.startsWith("[") && host.endsWith("]")) {
            return new InetSocketAddress(address(host.substring(1, host.length() - 1)), port);
        }
        return IPV4.matcher(host).matches()
                ? new InetSocketAddress(address(host), port)
                : InetSocketAddress.createUnresolved(host, port);
    }
}
