import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { Certificate } from './certificates.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A client must send its first byte, and then finish the TLS handshake, within this time. */
const HANDSHAKE_MS = 10_000
/** The first byte of a TLS connection: a record of type handshake (RFC 8446, 5.1). */
const TLS_HANDSHAKE = 0x16
/** Maximum number of requests at a time on one HTTP/2 connection. A Studio tab has about ten open streams. */
const MAX_STREAMS = 200

/**
 * Returns an HTTP server that also serves TLS on its port: the first byte of a connection decides. Over TLS, clients
 * can use HTTP/2 and HTTP/1.1. When the server closes, HTTP/2 connections close after their last response.
 *
 * @param certificate returns the certificate when the first client needs it
 */
export function createSharedServer(certificate: () => Certificate, handler: Handler): Server {
  const server = createServer(handler)
  const [acceptHttp] = server.listeners('connection') as [(socket: Socket) => void]
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: MAX_STREAMS } })
  const sessions = new Set<ServerHttp2Session>()
  const waiting = new Set<Socket>()
  let tls: TlsServer | undefined
  let isClosed = false

  function startTls(): TlsServer {
    const { certificate: cert, key } = certificate()
    const options = { cert, key, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: HANDSHAKE_MS }
    const started = createTlsServer(options, (socket) => {
      if (socket.alpnProtocol === 'h2') http2.emit('connection', socket)
      else acceptHttp.call(server, socket)
    })
    return started.on('tlsClientError', (_error, socket) => socket.destroy())
  }

  http2.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session)).on('error', () => session.destroy())
    if (isClosed) session.close()
  })
  http2.on('request', (request, response) => {
    // In HTTP/2 the host is in the pseudo-header `:authority`.
    request.headers.host = request.authority
    handler(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  })

  server.off('connection', acceptHttp).on('connection', (socket: Socket) => {
    const destroy = () => socket.destroy()
    const timeout = setTimeout(destroy, HANDSHAKE_MS)
    const forget = () => {
      clearTimeout(timeout)
      waiting.delete(socket)
      socket.off('error', destroy).off('close', forget).off('end', destroy)
    }
    waiting.add(socket)
    socket.on('error', destroy).on('close', forget).on('end', destroy)
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null
      if (!first) return
      forget()
      socket.unshift(first)
      if (first[0] !== TLS_HANDSHAKE) {
        acceptHttp.call(server, socket)
        return
      }
      tls ??= startTls()
      tls.emit('connection', socket)
    })
  })

  const close = server.close.bind(server)
  const closeAllConnections = server.closeAllConnections.bind(server)
  return Object.assign(server, {
    close(callback?: (error?: Error) => void) {
      isClosed = true
      for (const session of sessions) session.close()
      for (const socket of waiting) socket.destroy()
      return close(callback)
    },
    closeAllConnections() {
      for (const session of sessions) session.destroy()
      for (const socket of waiting) socket.destroy()
      closeAllConnections()
    },
  })
}
