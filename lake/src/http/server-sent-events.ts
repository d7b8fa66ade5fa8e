import type { ServerResponse } from 'node:http'
import { Counted } from '../limits/counted.ts'
import { streamLimits } from '../limits/limits.ts'
import { type EventStream, MAX_BUFFERED_BYTES } from './event-stream.ts'

const KEEP_ALIVE_MS = 15_000
/** After how long a client comes back when it has lost the connection. */
const RETRY_MS = 1000

/** May whoever opened a stream still have it? Asked again and again. */
export type StillAdmitted = () => boolean

/** Whose a stream is: the server's own are not counted. */
export interface StreamOwner {
  kind: 'anonymous' | 'admitted' | 'reader'
  network: string
}

/** The open streams of server-sent events, so that they can be ended. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class ServerSentEvents {
  readonly #open = new Map<EventStream, StillAdmitted>()
  readonly #counted: Record<Exclude<StreamOwner['kind'], 'reader'>, Counted>
  readonly #beat = setInterval(() => this.endUnadmitted(), KEEP_ALIVE_MS).unref()

  /** `onRefused` hears of limits that were reached. */
  constructor(onRefused: (limit: string) => void) {
    const { anonymous, anonymousOfANetwork, admitted, admittedOfANetwork } = streamLimits
    this.#counted = {
      anonymous: new Counted(anonymous, anonymousOfANetwork, () => onRefused('public-streams')),
      admitted: new Counted(admitted, admittedOfANetwork, () => onRefused('streams')),
    }
  }

  /**
   * Turns a response into a stream, for as long as the client is admitted and takes in what it is sent.
   *
   * @throws RefusedError when there are too many, of its network or of all
   */
  open(
    response: ServerResponse,
    { kind, network }: StreamOwner,
    stillAdmitted: StillAdmitted = () => true,
  ): EventStream {
    const release = kind === 'reader' ? () => {} : this.#counted[kind].take(network)
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    const callbacks: (() => void)[] = []
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return
      response.write(text)
      if (response.writableLength > MAX_BUFFERED_BYTES) response.destroy()
    }
    const stream: EventStream = {
      send: (event, json, id) =>
        write(`event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${json}\n\n`),
      onClose: (callback) => callbacks.push(callback),
      close: () => void response.end(),
    }
    const beat = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
    beat.unref()
    this.#open.set(stream, stillAdmitted)
    response.on('close', () => {
      clearInterval(beat)
      this.#open.delete(stream)
      release()
      for (const callback of callbacks) callback()
    })
    write(`retry: ${RETRY_MS}\n\n`)
    return stream
  }

  /** Ends the streams of those who have signed out or whose session is over. */
  endUnadmitted(): void {
    for (const [stream, stillAdmitted] of this.#open) if (!stillAdmitted()) stream.close()
  }

  closeAll(): void {
    clearInterval(this.#beat)
    for (const stream of this.#open.keys()) stream.close()
  }
}
