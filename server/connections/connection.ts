import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionLimits } from '../limits.ts'

/**
 * The handle of a socket, with the size of its queue in the operating system. Node does not document it. Nothing else
 * distinguishes a visitor on a slow line from a client that requests much and reads nothing.
 */
interface SocketHandle {
  _handle?: { writeQueueSize?: number } | null
}

/** An accepted socket and the state of its requests. */
export class Connection {
  readonly socket: Socket
  /** Whether an upgrade has taken over the socket. It then carries no more HTTP requests. */
  isUpgraded = false
  /** Number of requests whose response is not finished. */
  pending = 0
  /** Functions to call when the socket closes. */
  readonly releases = new Set<() => void>()
  #response: ServerResponse | undefined
  #progress = 0
  #progressAt = performance.now()

  constructor(socket: Socket) {
    this.socket = socket
    // Added here because Node removes its own error listener at an upgrade.
    socket.on('error', () => {})
    socket.once('close', () => {
      for (const release of this.releases) release()
    })
  }

  /** Adds a response. */
  add(response: ServerResponse): void {
    this.pending++
    response.once('close', () => this.pending--)
    this.#setResponse(response)
  }

  /** Sets the response that is currently being sent. A pipelined response has no socket until its turn. */
  #setResponse(response: ServerResponse): void {
    if (response.socket) this.#response = response
    else response.once('socket', () => this.#setResponse(response))
  }

  /** Whether a response has been sent partially. */
  get isPartiallySent(): boolean {
    return this.#response?.headersSent === true && !this.#response.writableFinished
  }

  /** Whether no request is in progress on the connection. */
  get isIdle(): boolean {
    return !this.isUpgraded && this.#response?.writableFinished !== false
  }

  /** Number of bytes that were written to the socket but not sent. */
  get unsentBytes(): number {
    return this.socket.writableLength
  }

  /** Returns for how many milliseconds the client has read nothing although there are unsent bytes. */
  stalledFor(now: number): number {
    const { writableLength, bytesWritten } = this.socket
    const queued = (this.socket as SocketHandle)._handle?.writeQueueSize ?? 0
    // This value changes with each byte that the system accepts, even within a large chunk.
    const progress = bytesWritten - writableLength - queued
    if (writableLength === 0 || progress !== this.#progress) {
      this.#progress = progress
      this.#progressAt = now
    }
    return now - this.#progressAt
  }
}

/**
 * Sends a status on a socket that has no HTTP response object, then closes the socket after `waitMs` milliseconds at
 * the latest.
 */
export function rejectSocket(
  socket: Duplex,
  status: number,
  headers = '',
  waitMs: number = connectionLimits.rejectionMs,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`,
    () => socket.once('end', () => socket.destroy()),
  )
  // Discards the rest of the request. Otherwise closing would reset the connection and the client would lose the
  // response.
  socket.resume()
  setTimeout(() => socket.destroy(), waitMs).unref()
}
