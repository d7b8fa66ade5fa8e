import { once } from 'node:events'
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sendErrorPage } from 'halvi-site/error-page'
import { type OfficeConfig, officeHeaders } from 'halvi-site/office-protocol'
import { rejectSocket } from '../connections/connection.ts'
import { officeLimits } from '../limits.ts'
import { requestHeaders, withoutConnection } from './request-headers.ts'

/** A response of the office with its whole body. */
export interface OfficeResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Options {
  config: OfficeConfig
  /** The number of trusted proxies in front of the site. */
  proxies: number
  /** Maximum number of requests and sockets at the same time. */
  maxConnections?: number
  isUp(): boolean
  countRejection(limit: string): void
}

/**
 * Passes requests and WebSockets to the office and its responses back. Streams both ways, and never repeats a request.
 * While the office is away, responds with `503`.
 */
export class PassThrough {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  #count = 0

  constructor(private readonly options: Options) {}

  /** Passes a request to the office. */
  handle(request: IncomingMessage & { id?: unknown }, response: ServerResponse): void {
    const headers = requestHeaders(request, this.options.config, this.options.proxies)
    if (!headers) sendErrorPage(response, 400, 'This address is not valid.')
    else if (!this.options.isUp() || !this.#take(response)) sendUnavailable(response)
    else this.#pass(request, response, headers)
  }

  #pass(request: IncomingMessage, response: ServerResponse, headers: IncomingHttpHeaders): void {
    const { method = 'GET', url: path = '/' } = request
    const passed = send({ ...this.#target, agent: this.#agent, method, path, headers })
    passed.setTimeout(officeLimits.timeoutMs, () => passed.destroy(new Error('No response')))
    passed.once('response', (answer) => {
      passed.setTimeout(0)
      // The office sets the headers of its responses itself.
      for (const name of response.getHeaderNames()) {
        if (name !== officeHeaders.requestId) response.removeHeader(name)
      }
      const { statusCode = 502, statusMessage } = answer
      response.writeHead(statusCode, statusMessage, withoutConnection(answer.headers))
      response.flushHeaders()
      answer.once('error', () => response.destroy())
      answer.pipe(response)
    })
    // A response that has begun counts, even if the rest of the body can't be sent.
    passed.on('error', () => {
      if (!response.headersSent && !response.destroyed) sendUnavailable(response)
    })
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  }

  /** Passes a WebSocket to the office. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const headers = requestHeaders(request, this.options.config, this.options.proxies)
    if (!headers) rejectSocket(socket, 400)
    else if (!this.options.isUp() || !this.#take(socket)) rejectSocket(socket, 503, retryAfter)
    else this.#passSocket(request, socket, head, headers)
  }

  #passSocket(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    headers: IncomingHttpHeaders,
  ): void {
    const { upgrade } = request.headers
    const passed = send({
      ...this.#target,
      ...{ method: 'GET', path: request.url, agent: false },
      headers: { ...headers, connection: 'Upgrade', upgrade },
    })
    passed.once('upgrade', ({ rawHeaders }: IncomingMessage, office: Duplex, first: Buffer) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${linesOf(rawHeaders)}\r\n`)
      socket.write(first)
      office.write(head)
      join(socket, office)
      join(office, socket)
    })
    passed.once('response', ({ statusCode = 502 }: IncomingMessage) => {
      passed.destroy()
      rejectSocket(socket, statusCode)
    })
    passed.once('error', () => rejectSocket(socket, 503, retryAfter))
    socket.once('close', () => passed.destroy())
    passed.end()
  }

  /**
   * Resolves to the body of the office's response to a request of the site itself.
   *
   * @throws Error if the office does not respond in time, or with an error
   */
  async ask(path: string): Promise<Buffer> {
    const { status, body } = await this.get(path, {}, officeLimits.checkTimeoutMs)
    if (status < 400) return body
    throw new Error(`The office responded with ${status}`)
  }

  /**
   * Resolves to the office's response to a request of the site itself.
   *
   * @throws Error if the office does not respond in time
   */
  async get(
    path: string,
    headers: OutgoingHttpHeaders,
    timeoutMs: number,
  ): Promise<OfficeResponse> {
    const secret = { [officeHeaders.secret]: this.options.config.secret }
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { ...this.#target, agent: this.#agent, path, signal }
    const asked = send({ ...options, headers: { ...headers, ...secret } }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const { statusCode: status = 502, headers: own } = response
    return { status, headers: own, body: await buffer(response) }
  }

  get #target() {
    return { host: '127.0.0.1', port: this.options.config.port }
  }

  /** Counts a request until its response or socket closes. Returns false if there are too many. */
  #take(client: ServerResponse | Duplex): boolean {
    const { maxConnections = officeLimits.connections, countRejection } = this.options
    if (this.#count >= maxConnections) {
      countRejection('office')
      return false
    }
    this.#count++
    client.once('close', () => this.#count--)
    return true
  }
}

/** Passes data on, and the end of the connection after it. Unlike `pipeline`, adds few listeners. */
function join(from: Duplex, to: Duplex): void {
  from.on('error', () => {})
  from.once('close', () => (to as Socket).destroySoon())
  from.pipe(to)
}

const retryAfter = 'Retry-After: 5\r\n'

const linesOf = (rawHeaders: string[]): string =>
  rawHeaders.map((text, at) => text + (at % 2 === 0 ? ': ' : '\r\n')).join('')

/** Responds with `503` for a part of the site that only the office has. */
export function sendUnavailable(response: ServerResponse): void {
  const message =
    'This part of the site is currently unavailable. Please try again in a few seconds.'
  sendErrorPage(response, 503, message, { 'Retry-After': '5' })
}
