import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Listens on the port of the development site for as long as `npm run dev` runs. While the site restarts, connections
 * wait.
 */
export class SiteListener {
  /** @type {import('node:net').Socket[]} */
  #waiting = []
  /** @type {Set<import('node:http').ServerResponse>} */
  #pending = new Set()
  /** @type {import('node:http').Server | undefined} */
  #server
  // Connections start paused, so that the site reads the first bytes.
  listener = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    if (this.#server) handOver(socket, this.#server)
    else this.#waiting.push(socket)
  })

  /**
   * Passes all waiting and new connections to a server.
   *
   * @param {import('node:http').Server} server
   */
  attach(server) {
    this.#server = server
    server.on('request', (_request, response) => {
      this.#pending.add(response)
      response.once('close', () => this.#pending.delete(response))
    })
    for (const socket of this.#waiting.splice(0)) handOver(socket, server)
  }

  /**
   * Makes new connections wait. Resolves when the server has finished all pending responses, or after the timeout:
   * event streams never finish.
   *
   * @param {number} timeoutMs
   */
  async detach(timeoutMs) {
    this.#server = undefined
    const deadline = performance.now() + timeoutMs
    // Waits at least once, so that the server reads the requests on connections that it has just received.
    do await wait(20)
    while (this.#pending.size > 0 && performance.now() < deadline)
    this.#pending.clear()
  }
}

/**
 * Passes a connection to a server as if the server had accepted it. Resumes the socket first: the server may pause it
 * again to read it later, and resuming it afterwards would lose data.
 *
 * @param {import('node:net').Socket} socket
 * @param {import('node:http').Server} server
 */
function handOver(socket, server) {
  if (socket.destroyed) return
  socket.resume()
  server.emit('connection', socket)
}
