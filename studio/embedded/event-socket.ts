import { checkSession, whenSignedIn } from './session.ts'

/** What the reader of a stream is told. */
interface Reader {
  event(type: string, data: string, lastEventId: string): void
  /** The connection is gone; it is being made again. */
  lost(): void
}

/** Milliseconds until a lost connection is made again: first, and at most. */
const retryDelayMs = { first: 250, most: 10_000 }

const streams = new Map<number, { path: string; reader: Reader; lastEventId: string }>()
let socket: WebSocket | undefined
let wait = retryDelayMs.first
let waiting: ReturnType<typeof setTimeout> | undefined
let lastId = 0

/** Asks the server for the events of `path` and hands them to `reader` until `closeStream`. */
export function openStream(path: string, reader: Reader): number {
  const id = ++lastId
  streams.set(id, { path, reader, lastEventId: '' })
  if (socket?.readyState === WebSocket.OPEN) send({ open: id, url: path })
  else if (!waiting) connect()
  return id
}

/** Ends a stream; unknown ids are ignored. */
export function closeStream(id: number): void {
  if (streams.delete(id)) send({ close: id })
}

// Signing in again need not wait for the next try.
whenSignedIn(() => {
  if (waiting) connect()
})

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

function connect(): void {
  clearTimeout(waiting)
  waiting = undefined
  if (socket && socket.readyState <= WebSocket.OPEN) return
  const current = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/v1/events`)
  socket = current
  current.onopen = () => {
    wait = retryDelayMs.first
    for (const [id, { path, lastEventId }] of streams) send({ open: id, url: path, lastEventId })
  }
  current.onmessage = ({ data }) => {
    const { id, type, data: text, eventId } = JSON.parse(data)
    const stream = streams.get(id)
    if (!stream) return
    stream.lastEventId = eventId ?? stream.lastEventId
    stream.reader.event(type, text, stream.lastEventId)
  }
  current.onclose = () => {
    for (const { reader } of [...streams.values()]) reader.lost()
    if (streams.size === 0) return
    // A browser does not tell why a socket was refused: it may be that the session has ended.
    checkSession()
    waiting = setTimeout(connect, wait)
    wait = Math.min(wait * 2, retryDelayMs.most)
  }
}
