import type { IncomingMessage } from 'node:http'
import type { RawData, WebSocket } from 'ws'
import type { Access, AuthContext } from '../http/access.ts'

/** Close code that a Studio's socket client knows for a missing authorization. */
const UNAUTHORIZED = 4001
const AUTHORIZATION_MS = 10_000

/**
 * Waits for a client that authenticates in its socket, because browsers cannot send a token with a WebSocket's request.
 * Its first message is the JSON-RPC call `authorization {authorization: 'Bearer <token>'}`. Closes the socket if the
 * message is another one, has a wrong token, or does not come within ten seconds.
 */
export function awaitAuthorization(
  socket: WebSocket,
  access: Access,
  start: (authContext: AuthContext) => void,
): void {
  const reject = () => socket.close(UNAUTHORIZED, 'Unauthorized')
  const timer = setTimeout(reject, AUTHORIZATION_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', () => socket.terminate())
  socket.once('message', (data) => {
    clearTimeout(timer)
    const call = parse(data)
    const authContext = call && authenticate(access, call.authorization)
    if (!call || !authContext) {
      reject()
      return
    }
    start(authContext)
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: true }))
  })
}

function parse(data: RawData): { id: unknown; authorization: string } | undefined {
  try {
    const { id, method, params } = JSON.parse(String(data))
    const { authorization } = params
    return method === 'authorization' && typeof authorization === 'string'
      ? { id, authorization }
      : undefined
  } catch {
    return undefined
  }
}

function authenticate(access: Access, authorization: string): AuthContext | undefined {
  try {
    const found = access({ method: 'GET', headers: { authorization } } as IncomingMessage)
    return typeof found === 'object' ? found : undefined
  } catch {
    return undefined
  }
}
