/**
 * Delta dumps and blocks in Apache Flink. A dump is read by many tasks, each from an epoch on, and the value of a Kafka
 * record is a block of messages.
 */
package io.deltawire.flink;
