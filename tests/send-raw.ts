import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Sends bytes over a new connection and returns the status of the response, or 0 without a response. A number among
 * the parts is a pause in milliseconds.
 */
export async function sendRaw(url: string, ...parts: (string | number)[]): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let response = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    response += chunk
  })
  // A server may respond without reading the rest, so a reset after the response is not a failure.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const part of parts) {
    if (typeof part === 'number') await sleep(part)
    else if (!socket.destroyed) socket.write(part)
  }
  await closed
  return Number(response.split(' ')[1] ?? 0)
}
