/**
 * The JSON wire: JSON Lines out, any sequence of JSON values in. See {@link io.deltawire.json.JsonFormat}.
 */
package io.deltawire.json;
