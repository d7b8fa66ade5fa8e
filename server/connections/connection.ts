import type { Socket } from 'node:net'
import { networkOf } from 'halvi-runtime/network'
import type { Holder } from './places.ts'

/** What Node keeps on a socket and does not list: the answer under way, and the system's own handle. */
interface SocketInside {
  _httpMessage?: object | null
  _handle?: { writeQueueSize?: number } | null
}

/** A socket that was accepted, and what is known of it. */
export class Connection implements Holder {
  readonly network: string
  /** It was handed over by an upgrade, and carries no requests any more. */
  isUpgraded = false
  /** What has to be given back when it closes. */
  readonly releases = new Set<() => void>()
  readonly socket: Socket
  #progress = 0
  #progressAt = performance.now()

  /** @param network whose it is; every proxy of ours stands for all that come through it */
  constructor(socket: Socket, network = networkOf(socket.remoteAddress ?? '')) {
    this.socket = socket
    this.network = network
    // From the first moment to the last: Node takes its own listener back at an upgrade.
    socket.on('error', () => {})
    socket.once('close', () => {
      for (const release of this.releases) release()
    })
  }

  /** Whether no request is under way on it. */
  isIdle(): boolean {
    return !this.isUpgraded && !(this.socket as SocketInside)._httpMessage
  }

  end(): void {
    this.socket.destroy()
  }

  /** Bytes that were written to it and not taken. */
  get unsentBytes(): number {
    return this.socket.writableLength
  }

  /** For how long the other side has taken nothing though there was something, in milliseconds. */
  stalledFor(now: number): number {
    const { writableLength, bytesWritten } = this.socket
    const handed = (this.socket as SocketInside)._handle?.writeQueueSize ?? 0
    // Changes with each byte that the system takes of a chunk, however large that is.
    const progress = bytesWritten - writableLength - handed
    if (writableLength === 0 || progress !== this.#progress) {
      this.#progress = progress
      this.#progressAt = now
    }
    return now - this.#progressAt
  }
}
