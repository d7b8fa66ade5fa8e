import type { WebSocket } from 'ws'
import { httpError } from '../errors/errors.ts'
import { type AuthContext, checkPermission } from '../http/access.ts'
import {
  type EventStream,
  encodeOnce,
  failStream,
  MAX_BUFFERED_BYTES,
  type Subscription,
} from '../http/event-stream.ts'
import { versionOf } from '../http/router.ts'

const MAX_STREAMS = 200

/** Close code for invalid messages from the client (RFC 6455, 7.4.1). */
export const POLICY_VIOLATION = 1008

/**
 * Serves many event streams over one WebSocket, because a browser opens at most six connections to a host.
 *
 * The client sends `{open: <number>, url: '/v…/data/listen/…?…', lastEventId?}` and `{close: <number>}`. It receives
 * `{id: <number>, type, data: '<JSON>', eventId?}`, with the fields of an EventSource's event. A stream that cannot
 * be opened receives `channelError`.
 *
 * @param takeSlot returns a function that is called at the end of a stream; throws a `LimitReachedError`
 */
export function serveEvents(
  socket: WebSocket,
  authContext: AuthContext,
  assetOrigin: string,
  subscriptions: () => readonly Subscription[],
  takeSlot: () => () => void,
  onError: (error: unknown) => void,
): void {
  const streams = new Map<number, EventStream>()
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : parse(String(data))
    if (!message) {
      socket.close(POLICY_VIOLATION, 'Invalid message')
      return
    }
    streams.get(message.id)?.close()
    if (!message.open) return
    if (streams.size >= MAX_STREAMS) {
      socket.close(POLICY_VIOLATION, 'Too many streams')
      return
    }
    const { id, open } = message
    const stream = streamOn(socket, id, assetOrigin, () => streams.delete(id))
    streams.set(id, stream)
    try {
      stream.onClose(takeSlot())
      prepare(open.url, subscriptions(), authContext, open.lastEventId)(stream)
    } catch (error) {
      // An error thrown from this event handler would be uncaught and end the process.
      onError(error)
      failStream(stream, error)
    }
  })
  socket.on('close', () => {
    for (const stream of [...streams.values()]) stream.close()
  })
}

/** Closes the stream with that number. If `open` is set, opens a new stream in its place. */
interface Message {
  id: number
  open?: { url: string; lastEventId: string }
}

function parse(text: string): Message | undefined {
  try {
    const { open, close, url, lastEventId } = JSON.parse(text)
    if (typeof close === 'number') return { id: close }
    if (typeof open !== 'number' || typeof url !== 'string') return undefined
    const last = typeof lastEventId === 'string' ? lastEventId : ''
    return { id: open, open: { url, lastEventId: last } }
  } catch {
    return undefined
  }
}

function prepare(
  address: string,
  subscriptions: readonly Subscription[],
  authContext: AuthContext,
  lastEventId: string,
): (stream: EventStream) => void {
  const base = 'http://localhost'
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  const version = url && versionOf(url.pathname)
  const path = version && url.pathname.slice(version.length + 3)
  const subscription = subscriptions.find((candidate) => candidate.path === path)
  if (!url || !version || !subscription) {
    throw httpError(404, `Stream not found: ${address.slice(0, 100)}`)
  }
  checkPermission(authContext, subscription.needs)
  return subscription.prepare({ url, version, authContext, lastEventId })
}

function streamOn(
  socket: WebSocket,
  id: number,
  assetOrigin: string,
  onEnd: () => void,
): EventStream {
  const callbacks = [onEnd]
  let isOpen = true
  return {
    send(event) {
      if (!isOpen || socket.readyState !== socket.OPEN) return
      const { type, id: eventId } = event
      const afterId = (data: string) =>
        `,${JSON.stringify({ type, data, ...(eventId && { eventId }) }).slice(1)}`
      // In two fragments of one message, so that all streams send the same bytes without a copy.
      socket.send(`{"id":${id}`, { fin: false })
      socket.send(encodeOnce(event, 'socket', assetOrigin, afterId), { binary: false })
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    },
    onClose: (callback) => callbacks.push(callback),
    close() {
      if (!isOpen) return
      isOpen = false
      for (const callback of callbacks) callback()
    },
  }
}
