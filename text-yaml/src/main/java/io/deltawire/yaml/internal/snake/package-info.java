/** The path by SnakeYAML, which reads everything else. The only package that uses SnakeYAML. */
package io.deltawire.yaml.internal.snake;
