import { encodeData } from 'eventsource-encoder'
import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import { eventStream } from '../event-stream.ts'
import { refreshMs } from './intervals.ts'
import { type CountsSince, SharedCounts } from './shared-counts.ts'

/** Changes within this time are sent together, in milliseconds. */
const debounceMs = 1_000
/** A browser comes back after this time, and only if real counts are still shown. */
const longestMs = 600_000
/** Who is refused may try again after so many seconds. */
const retryAfterSeconds = 60

/** How many streams of counts there may be. */
interface StreamLimits {
  /** In all. */
  streams: number
  streamsPerNetwork: number
  /** With more bytes than this unsent a stream has stalled, and is cut off. */
  unsentBytes: number
}

/** The response that a stream is sent on. */
export interface Connection {
  /** Bytes that the visitor has not taken yet. */
  readonly writableLength: number
  /** Ends it without waiting for them. */
  destroy(): void
}

interface Options {
  leads: Pick<Leads, 'count' | 'onStored'>
  limits: StreamLimits
  /** Aborted when the process stops: all streams end. */
  shutdownSignal: AbortSignal
  /** Told of each visitor for whom there was no room. */
  onRefused(): void
  log: Logger
}

interface Listener {
  network: string
  timeZone: unknown
  /** Aborted when the visitor leaves. */
  leaving: AbortSignal
  connection?: Connection | undefined
}

interface Stream extends Pick<Listener, 'timeZone'> {
  send(message: Uint8Array): void
  end(): void
}

/** The real counts of one process: one count, and one message to all who listen. */
export class LiveCounts {
  readonly #shared: SharedCounts
  readonly #options: Options
  readonly #streams = new Set<Stream>()
  readonly #ofNetwork = new Map<string, number>()
  #debouncing: NodeJS.Timeout | undefined
  #refreshing: NodeJS.Timeout | undefined
  #last: { counts: CountsSince; message: Uint8Array } | undefined

  constructor(options: Options) {
    this.#options = options
    this.#shared = new SharedCounts(options.leads)
    options.shutdownSignal.addEventListener('abort', () => {
      for (const stream of this.#streams) stream.end()
    })
    options.leads.onStored(() => {
      if (this.#streams.size) this.#debouncing ??= setTimeout(() => this.#sendChange(), debounceMs)
    })
  }

  /** The counts as of a moment ago. @throws when the lead store does not answer */
  read(timeZone: unknown): Promise<CountsSince> {
    return this.#shared.read(timeZone)
  }

  /** The answer for a network that has too many streams, or when all together are too many. */
  refusal(network: string): Response | undefined {
    const { streams, streamsPerNetwork } = this.#options.limits
    const isFull = this.#streams.size >= streams
    if (!isFull && (this.#ofNetwork.get(network) ?? 0) < streamsPerNetwork) return undefined
    this.#options.onRefused()
    const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
    return new Response(null, { status: 503, headers })
  }

  /** Streams counts: at the start, after each change, and every 30 s for other processes' leads; for ten minutes. */
  stream(listener: Listener): Response {
    const refused = this.refusal(listener.network)
    if (refused) return refused
    return eventStream((controller) => this.#open(listener, controller), 'no-store')
  }

  #open(listener: Listener, controller: ReadableStreamDefaultController<Uint8Array>): () => void {
    const { network, timeZone, leaving, connection } = listener
    const maxUnsent = this.#options.limits.unsentBytes
    const release = () => {
      if (!this.#streams.delete(stream)) return false
      this.#leave(network)
      clearTimeout(longest)
      leaving.removeEventListener('abort', end)
      return true
    }
    const end = () => {
      if (!release()) return
      controller.close()
      // Or the connection would wait for a visitor who takes nothing.
      if (connection?.writableLength) connection.destroy()
    }
    const stream: Stream = {
      timeZone,
      end,
      send: (message) => {
        if ((connection?.writableLength ?? 0) > maxUnsent) end()
        else controller.enqueue(message)
      },
    }
    const longest = setTimeout(end, longestMs)
    this.#streams.add(stream)
    this.#ofNetwork.set(network, (this.#ofNetwork.get(network) ?? 0) + 1)
    this.#refreshing ??= setInterval(() => this.#sendCounts((zone) => this.read(zone)), refreshMs)
    leaving.addEventListener('abort', end)
    if (leaving.aborted || this.#options.shutdownSignal.aborted) end()
    else this.#send([stream], this.#shared.latest(timeZone))
    return release
  }

  #leave(network: string): void {
    const others = (this.#ofNetwork.get(network) ?? 1) - 1
    if (others) this.#ofNetwork.set(network, others)
    else this.#ofNetwork.delete(network)
    if (this.#streams.size) return
    clearTimeout(this.#debouncing)
    clearInterval(this.#refreshing)
    this.#debouncing = this.#refreshing = undefined
  }

  #sendChange(): void {
    this.#debouncing = undefined
    this.#sendCounts((zone) => this.#shared.latest(zone))
  }

  #sendCounts(countsOf: (timeZone: unknown) => Promise<CountsSince>): void {
    const streams = [...this.#streams]
    for (const zone of new Set(streams.map(({ timeZone }) => timeZone))) {
      const listening = streams.filter(({ timeZone }) => timeZone === zone)
      this.#send(listening, countsOf(zone))
    }
  }

  /** A count that fails is told with the next one that does not. */
  #send(streams: readonly Stream[], counted: Promise<CountsSince>): void {
    counted.then(
      (counts) => {
        const message = this.#messageOf(counts)
        for (const stream of streams) if (this.#streams.has(stream)) stream.send(message)
      },
      (error: unknown) => this.#options.log.error({ err: error }, 'applications not counted'),
    )
  }

  #messageOf(counts: CountsSince): Uint8Array {
    if (this.#last?.counts !== counts) {
      const { first: _, ...numbers } = counts
      const message = new TextEncoder().encode(encodeData(JSON.stringify(numbers)))
      this.#last = { counts, message }
    }
    return this.#last.message
  }
}
