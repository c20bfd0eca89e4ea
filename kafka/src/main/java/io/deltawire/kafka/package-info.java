/**
 * Blocks of messages in the records of Apache Kafka. The value of a record is a closed delta dump of many messages, so
 * each record can be read by itself, by any consumer and by {@code wire2yaml}.
 */
package io.deltawire.kafka;
