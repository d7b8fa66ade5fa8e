import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionLimits } from '../limits.ts'
import type { Holder } from './places.ts'

/** The system's queue of a socket, which Node does not document (docs/decisions/0072). */
interface SocketHandle {
  _handle?: { writeQueueSize?: number } | null
}

/** An accepted socket, and what it holds. */
export class Connection implements Holder {
  readonly network: string
  readonly socket: Socket
  /** An upgrade has taken it over: it carries no more requests. */
  isUpgraded = false
  /** Called when it closes. */
  readonly releases = new Set<() => void>()
  #response: ServerResponse | undefined
  #progress = 0
  #progressAt = performance.now()

  constructor(socket: Socket, network: string) {
    this.socket = socket
    this.network = network
    // From the first moment to the last: Node removes its own listener at an upgrade.
    socket.on('error', () => {})
    socket.once('close', () => {
      for (const release of this.releases) release()
    })
  }

  /** Notes the response whose turn it is. A pipelined one waits for its turn without a socket. */
  answering(response: ServerResponse): void {
    if (response.socket) this.#response = response
    else response.once('socket', () => this.answering(response))
  }

  /** Whether a part of a response was sent and the rest was not. */
  get isHalfSent(): boolean {
    return this.#response?.headersSent === true && !this.#response.writableFinished
  }

  /** Whether no request is under way on it. */
  isIdle(): boolean {
    return !this.isUpgraded && this.#response?.writableFinished !== false
  }

  end(): void {
    this.socket.destroy()
  }

  /** Bytes that were written to it and not taken. */
  get unsentBytes(): number {
    return this.socket.writableLength
  }

  /** Returns for how many milliseconds the client has taken nothing of what was written. */
  stalledFor(now: number): number {
    const { writableLength, bytesWritten } = this.socket
    const queued = (this.socket as SocketHandle)._handle?.writeQueueSize ?? 0
    // Changes with each byte that the system takes of a chunk, however large the chunk is.
    const progress = bytesWritten - writableLength - queued
    if (writableLength === 0 || progress !== this.#progress) {
      this.#progress = progress
      this.#progressAt = now
    }
    return now - this.#progressAt
  }
}

/** Answers on a socket that has no HTTP response, and ends it: at the latest after `waitMs` milliseconds. */
export function rejectSocket(
  socket: Duplex,
  status: number,
  headers = '',
  waitMs: number = connectionLimits.refusalMs,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    () => socket.once('end', () => socket.destroy()),
  )
  // Discards the rest of the request: a reset would take the answer from the client.
  socket.resume()
  setTimeout(() => socket.destroy(), waitMs).unref()
}
