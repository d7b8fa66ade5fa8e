import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Sends bytes as they are, over a connection of their own, and tells the status of the answer; 0 when there
 * is none. A number among the parts is a pause in milliseconds.
 */
export async function sendRaw(url: string, ...parts: (string | number)[]): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk
  })
  // A server that has answered need not read the rest: a reset after the answer is no failure.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const part of parts) {
    if (typeof part === 'number') await sleep(part)
    else if (!socket.destroyed) socket.write(part)
  }
  await closed
  return Number(answer.split(' ')[1] ?? 0)
}
