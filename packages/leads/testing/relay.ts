import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** `up` forwards everything, `down` rejects connections, `silent` accepts connections and never responds. */
type RelayState = 'up' | 'down' | 'silent'

/** A TCP relay in front of a database, which tests use to make it unreachable. */
export class Relay {
  readonly #target: { host: string; port: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #state: RelayState = 'down'
  #port = 0

  /** @param url the database behind the relay */
  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#target = { host: hostname, port: Number(port) || 5432 }
  }

  /** Returns a database URL that connects through the relay. */
  url(url: string): string {
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(this.#port) }).href
  }

  /** Changes the state and cuts all connections. The port stays the same after the first call. */
  async set(state: RelayState): Promise<void> {
    this.#state = state
    for (const socket of this.#sockets) socket.destroy()
    if (this.#port > 0 && (state === 'down') === (this.#server === undefined)) return
    if (this.#server && state === 'down') {
      const closed = once(this.#server, 'close')
      this.#server.close()
      this.#server = undefined
      await closed
      return
    }
    const server = createServer((socket) => this.#pass(socket)).listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
    if (state === 'down') await this.set('down')
  }

  #pass(socket: Socket): void {
    this.#keep(socket)
    if (this.#state === 'silent') return void socket.resume()
    const database = connect(this.#target)
    this.#keep(database)
    socket.pipe(database).pipe(socket)
    socket.on('close', () => database.destroy())
    database.on('close', () => socket.destroy())
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }
}
