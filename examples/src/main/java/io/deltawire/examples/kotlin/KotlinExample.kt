package io.deltawire.examples.kotlin

import io.deltawire.marshallable.Marshallable
import io.deltawire.marshallable.Wire
import java.time.Instant
import net.openhft.chronicle.bytes.Bytes

/** Data classes of Kotlin as messages, configuration and arguments of events. */
object KotlinExample {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val wire = Wire.of("delta", Bytes.allocateElasticOnHeap())
        val trades = wire.methodWriter(Trades::class.java)
        val first = Trade("EURUSD", 1.25, time = Instant.parse("2026-11-29T12:00:00Z"), tags = listOf("test"))
        trades.onTrade(first)
        trades.onTrade(first.copy(price = 1.5))

        val reader = wire.methodReader(
            object : Trades {
                override fun onTrade(trade: Trade) = println(trade)
            },
        )
        while (reader.readOne()) {
            // each message makes its call
        }
        println(Marshallable.fromString(Trade::class.java, "{symbol: GBPUSD, price: 1.75}"))
    }
}
