import { encodeData } from 'eventsource-encoder'
import type { Leads } from 'halvi-leads'
import type { Logger } from 'pino'
import { eventStream } from '../event-stream.ts'
import { refreshMs } from './intervals.ts'
import { type CountsWithFirst, SharedCounts } from './shared-counts.ts'

/** Changes within this time are sent in one message, in milliseconds. */
const debounceMs = 1_000
/** Maximum duration of a stream, in milliseconds. Then the browser reconnects, if real counts are still shown. */
const maxDurationMs = 600_000
/** The `Retry-After` of a rejected stream, in seconds. */
const retryAfterSeconds = 60

/** Limits for streams of counts. */
interface StreamLimits {
  /** Maximum number of streams in this process. */
  streams: number
  streamsPerNetwork: number
  /** Maximum number of unsent bytes. A stream with more has stalled, and its connection is destroyed. */
  unsentBytes: number
}

/** The connection of a streamed response. */
export interface Connection {
  /** Bytes that the client has not received yet. */
  readonly writableLength: number
  /** Closes the connection without sending the remaining bytes. */
  destroy(): void
}

interface Options {
  leads: Pick<Leads, 'count' | 'onStored'>
  limits: StreamLimits
  /** Aborted when the process shuts down. Then all streams are closed. */
  shutdownSignal: AbortSignal
  /** Called for each stream that is rejected because of a limit. */
  onRejected(): void
  log: Logger
}

interface Listener {
  network: string
  timeZone: unknown
  /** Aborted when the client disconnects. */
  disconnectSignal: AbortSignal
  connection?: Connection | undefined
}

interface Stream extends Pick<Listener, 'network' | 'timeZone'> {
  send(message: Uint8Array): void
  end(): void
}

/** Serves the real counts of one process: counts once for all clients, and sends the same message to all streams. */
export class LiveCounts {
  readonly #shared: SharedCounts
  readonly #options: Options
  readonly #streams = new Set<Stream>()
  #debouncing: NodeJS.Timeout | undefined
  #refreshing: NodeJS.Timeout | undefined
  #last: { counts: CountsWithFirst; message: Uint8Array } | undefined

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

  /**
   * Returns recent counts, see SharedCounts.read.
   *
   * @throws when the lead store is unavailable
   */
  read(timeZone: unknown): Promise<CountsWithFirst> {
    return this.#shared.read(timeZone)
  }

  /**
   * Returns a 503 response if the network or the process has reached its limit of streams, and undefined otherwise.
   */
  checkLimits(network: string): Response | undefined {
    const { streams, streamsPerNetwork } = this.#options.limits
    const own = [...this.#streams].filter((stream) => stream.network === network)
    if (this.#streams.size < streams && own.length < streamsPerNetwork) return undefined
    this.#options.onRejected()
    const headers = { 'Retry-After': String(retryAfterSeconds), 'Cache-Control': 'no-store' }
    return new Response(null, { status: 503, headers })
  }

  /**
   * Returns a stream of counts for at most ten minutes. Sends them initially, after each change, and every 30 s,
   * because other processes also store leads.
   */
  stream(listener: Listener): Response {
    const rejection = this.checkLimits(listener.network)
    if (rejection) return rejection
    return eventStream((controller) => this.#open(listener, controller), 'no-store')
  }

  #open(listener: Listener, controller: ReadableStreamDefaultController<Uint8Array>): () => void {
    const { network, timeZone, disconnectSignal, connection } = listener
    const maxUnsent = this.#options.limits.unsentBytes
    const release = () => {
      if (!this.#streams.delete(stream)) return false
      if (!this.#streams.size) this.#stopTimers()
      clearTimeout(maxDuration)
      disconnectSignal.removeEventListener('abort', end)
      return true
    }
    const end = () => {
      if (!release()) return
      controller.close()
      // Otherwise the connection would stay open for a client that does not read.
      if (connection?.writableLength) connection.destroy()
    }
    const stream: Stream = {
      network,
      timeZone,
      end,
      send: (message) => {
        if ((connection?.writableLength ?? 0) > maxUnsent) end()
        else controller.enqueue(message)
      },
    }
    const maxDuration = setTimeout(end, maxDurationMs)
    this.#streams.add(stream)
    this.#refreshing ??= setInterval(() => this.#sendCounts((zone) => this.read(zone)), refreshMs)
    disconnectSignal.addEventListener('abort', end)
    if (disconnectSignal.aborted || this.#options.shutdownSignal.aborted) end()
    else this.#send([stream], this.#shared.latest(timeZone))
    return release
  }

  #stopTimers(): void {
    clearTimeout(this.#debouncing)
    clearInterval(this.#refreshing)
    this.#debouncing = this.#refreshing = undefined
  }

  #sendChange(): void {
    this.#debouncing = undefined
    this.#sendCounts((zone) => this.#shared.latest(zone))
  }

  #sendCounts(countsOf: (timeZone: unknown) => Promise<CountsWithFirst>): void {
    const streams = [...this.#streams]
    for (const zone of new Set(streams.map(({ timeZone }) => timeZone))) {
      const listening = streams.filter(({ timeZone }) => timeZone === zone)
      this.#send(listening, countsOf(zone))
    }
  }

  /** Sends counts to streams when they are available. Logs a failed count; the streams then wait for the next one. */
  #send(streams: readonly Stream[], counted: Promise<CountsWithFirst>): void {
    counted.then(
      (counts) => {
        const message = this.#messageOf(counts)
        for (const stream of streams) if (this.#streams.has(stream)) stream.send(message)
      },
      (error: unknown) => this.#options.log.error({ err: error }, 'counting applications failed'),
    )
  }

  #messageOf(counts: CountsWithFirst): Uint8Array {
    if (this.#last?.counts !== counts) {
      const { first: _, ...numbers } = counts
      const message = new TextEncoder().encode(encodeData(JSON.stringify(numbers)))
      this.#last = { counts, message }
    }
    return this.#last.message
  }
}
