/** Characters, strings and other bytes of JSON text. Knows nothing of messages. */
package io.deltawire.json.internal.text;
