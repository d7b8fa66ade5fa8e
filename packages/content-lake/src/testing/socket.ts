import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'
import { EventQueue } from './follow.ts'

/** Opens a WebSocket. JSON messages are parsed; other messages arrive as `{ text }`. */
export async function openSocket(origin: string, path: string, options: ClientOptions = {}) {
  const socket = new WebSocket(origin.replace('http', 'ws') + path, options)
  const messages = new EventQueue<Record<string, unknown>>()
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  socket.on('message', (data) => {
    const text = String(data)
    messages.push(text.startsWith('{') ? JSON.parse(text) : { text })
  })
  // After the socket has opened, errors are reported by `closed`.
  const opening = once(socket, 'open')
  socket.on('error', () => {})
  await opening
  return {
    socket,
    messages,
    closed,
    send: (message: object) => socket.send(JSON.stringify(message)),
  }
}

/** Returns the status of a rejected upgrade. Fails if the upgrade succeeds. */
export async function rejectedUpgrade(origin: string, path: string, options: ClientOptions = {}) {
  const socket = new WebSocket(origin.replace('http', 'ws') + path, options)
  socket.on('error', () => {})
  const status = new Promise<number | undefined>((resolve, reject) => {
    socket.on('open', () => reject(new Error('The socket was opened')))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
    socket.on('close', () => resolve(undefined))
  })
  return status.finally(() => socket.terminate())
}
