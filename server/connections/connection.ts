import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connectionLimits } from '../limits.ts'

/** An accepted socket and the state of its requests. */
export class Connection {
  readonly socket: Socket
  /** Whether an upgrade has taken over the socket. It then carries no more HTTP requests. */
  isUpgraded = false
  /** Functions to call when the socket closes. */
  readonly releases = new Set<() => void>()
  #response: ServerResponse | undefined

  constructor(socket: Socket) {
    this.socket = socket
    // Added here because Node removes its own error listener at an upgrade.
    socket.on('error', () => {})
    socket.once('close', () => {
      for (const release of this.releases) release()
    })
  }

  /** Adds a response, which is sent after those of earlier requests. Until its turn, it has no socket. */
  add(response: ServerResponse): void {
    if (response.socket) this.#response = response
    else response.once('socket', () => this.add(response))
  }

  /** Whether a response has been sent partially. */
  get isPartiallySent(): boolean {
    return this.#response?.headersSent === true && !this.#response.writableFinished
  }

  /** Whether no request is in progress on the connection. */
  get isIdle(): boolean {
    return !this.isUpgraded && this.#response?.writableFinished !== false
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
