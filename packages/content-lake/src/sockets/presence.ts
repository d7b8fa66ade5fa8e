import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { WebSocket } from 'ws'
import { isRecord } from '../documents/values.ts'
import type { User } from '../users/user.ts'

const HEARTBEAT = '\u2665'
const HEARTBEAT_MS = 20_000
/** Per socket. A Studio has one of each. */
const MAX_SUBSCRIPTIONS = 3
const MAX_SESSIONS = 2
/** Per person and second. More are dropped: a Studio announces its locations again and again. */
const MAX_ANNOUNCEMENTS = 20
/** A client with more unread bytes is disconnected. */
const MAX_BUFFERED_BYTES = 1024 * 1024
const MAX_ID_LENGTH = 200

interface Member {
  socket: WebSocket
  user: User
  subscriptions: Set<string>
  /** The sessions that this client announced. They leave when its socket closes. */
  sessions: Set<string>
}

type Announcement =
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown } }
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'disconnect'; i: string; m: { session: string } }

/** Presence of editors: JSON-RPC 2.0 over WebSockets, as the Studio uses it. Nothing is stored. */
export class Presence {
  readonly #members = new Set<Member>()
  /** Announcements in the current second, by the id of the person. */
  readonly #announced = new LRUCache<string, number>({ max: 1_000, ttl: 1_000, noUpdateTTL: true })

  join(socket: WebSocket, user: User): void {
    const member: Member = { socket, user, subscriptions: new Set(), sessions: new Set() }
    this.#members.add(member)
    const beat = setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS).unref()
    socket.send(HEARTBEAT)
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.#answer(member, String(data))
    })
    socket.on('close', () => {
      clearInterval(beat)
      this.#members.delete(member)
      for (const session of member.sessions) this.#leave(member, session)
    })
  }

  #answer(member: Member, text: string): void {
    const reply = (message: object) => send(member, JSON.stringify({ jsonrpc: '2.0', ...message }))
    const request = parse(text)
    if (!request) {
      reply({ id: null, error: { code: -32600, message: 'Invalid request' } })
      return
    }
    const { id, method, params } = request
    const result = this.#call(member, method, params)
    const error = {
      code: -32602,
      message: `${method} failed: unknown method or invalid parameters`,
    }
    reply(result === undefined ? { id, error } : { id, result })
  }

  #call(member: Member, method: string, params: Record<string, unknown>): unknown {
    const { user, subscriptions } = member
    // The socket is authenticated already.
    if (method === 'authorization') return true
    if (method === 'presence_unsubscribe')
      return subscriptions.delete(String(params.subscriptionId))
    if (method === 'presence_subscribe') {
      if (subscriptions.size >= MAX_SUBSCRIPTIONS) return undefined
      const subscription = randomUUID()
      subscriptions.add(subscription)
      return subscription
    }
    const data = isRecord(params.data) ? params.data : {}
    const session = method === 'presence_announce' ? data.sessionId : params.session
    const isId = typeof session === 'string' && session !== '' && session.length <= MAX_ID_LENGTH
    if (!METHODS.includes(method) || !isId || !this.#claim(member, session)) return undefined
    const announced = (this.#announced.get(user.id) ?? 0) + 1
    if (announced > MAX_ANNOUNCEMENTS) return true
    this.#announced.set(user.id, announced)
    if (method === 'presence_disconnect') return this.#leave(member, session)
    if (method === 'presence_rollcall') {
      return this.#broadcast(member, { type: 'rollCall', i: user.id, session })
    }
    const locations = Array.isArray(data.locations) ? data.locations : []
    const m = { sessionId: session, locations }
    return this.#broadcast(member, { type: 'state', i: user.id, m })
  }

  /**
   * Assigns a session to the socket. Returns false if the session belongs to another person or the socket has too
   * many.
   */
  #claim(member: Member, session: string): boolean {
    if (member.sessions.has(session)) return true
    if (member.sessions.size >= MAX_SESSIONS) return false
    const owner = [...this.#members].find(({ sessions }) => sessions.has(session))
    // A browser that lost its connection may reconnect before the server notices that the old socket is closed.
    if (owner && owner.user.id !== member.user.id) return false
    owner?.sessions.delete(session)
    member.sessions.add(session)
    return true
  }

  #leave(member: Member, session: string): true {
    member.sessions.delete(session)
    return this.#broadcast(member, { type: 'disconnect', i: member.user.id, m: { session } })
  }

  #broadcast(from: Member, result: Announcement): true {
    const json = JSON.stringify(result)
    for (const member of this.#members) {
      if (member === from) continue
      for (const subscription of member.subscriptions) {
        const params = `{"subscription":"${subscription}","result":${json}}`
        send(member, `{"jsonrpc":"2.0","method":"presence_subscription","params":${params}}`)
      }
    }
    return true
  }
}

const METHODS = ['presence_announce', 'presence_rollcall', 'presence_disconnect']

function send({ socket }: Member, text: string): void {
  if (socket.readyState !== socket.OPEN) return
  socket.send(text)
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
}

function parse(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value.method !== 'string') return undefined
    const { id, method, params } = value
    return { id, method: method.slice(0, 100), params: isRecord(params) ? params : {} }
  } catch {
    return undefined
  }
}
