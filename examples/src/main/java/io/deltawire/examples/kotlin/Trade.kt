package io.deltawire.examples.kotlin

import io.deltawire.marshallable.Key
import java.time.Instant

/** A data class is a message as it is: with immutable properties, default values and properties that may be null. */
data class Trade(
    @field:Key val symbol: String,
    val price: Double,
    val quantity: Long = 100,
    val time: Instant? = null,
    val tags: List<String> = emptyList(),
)

/** An interface of events. */
interface Trades {
    fun onTrade(trade: Trade)
}
