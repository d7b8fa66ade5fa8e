import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * The address under which the site is developed. It is listened on for as long as `npm run dev` runs:
 * while the site restarts, connections wait for it.
 */
export class Address {
  /** @type {import('node:net').Socket[]} */
  #waiting = []
  /** @type {Set<import('node:http').ServerResponse>} */
  #underWay = new Set()
  /** @type {import('node:http').Server | undefined} */
  #server
  // Paused: what a browser sends first is for the site to read.
  listener = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    if (this.#server) handOver(socket, this.#server)
    else this.#waiting.push(socket)
  })

  /**
   * Hands all connections to a server from now on, those that wait among them.
   *
   * @param {import('node:http').Server} server
   */
  leadTo(server) {
    this.#server = server
    server.on('request', (_request, response) => {
      this.#underWay.add(response)
      response.once('close', () => this.#underWay.delete(response))
    })
    for (const socket of this.#waiting.splice(0)) handOver(socket, server)
  }

  /**
   * Lets connections wait from now on. Resolves when the server has answered what it was asked, or
   * after so many milliseconds: streams have no end.
   *
   * @param {number} longestMs
   */
  async leave(longestMs) {
    this.#server = undefined
    const until = performance.now() + longestMs
    // What was sent by those whose connections it has just been given, is still to be read.
    do await wait(20)
    while (this.#underWay.size > 0 && performance.now() < until)
    this.#underWay.clear()
  }
}

/**
 * As if the server had accepted it: it may pause a connection and read it later, and would lose what was
 * sent if that flowed again after.
 *
 * @param {import('node:net').Socket} socket
 * @param {import('node:http').Server} server
 */
function handOver(socket, server) {
  if (socket.destroyed) return
  socket.resume()
  server.emit('connection', socket)
}
