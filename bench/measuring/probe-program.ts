// Requests a page every 10 ms, as visitors do, until a message of its parent process, and then sends it the latencies. In a
// separate process, so that other work of the benchmark does not delay the requests.
import { setTimeout as sleep } from 'node:timers/promises'

const [url = ''] = process.argv.slice(2)
const latencies: number[] = []
let isStopped = false
const pending = new Set<Promise<void>>()

async function request(): Promise<void> {
  const started = performance.now()
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  latencies.push(performance.now() - started)
}

process.once('message', () => {
  isStopped = true
})
// The first requests compile code.
for (let count = 0; count < 100; count++) await request()
latencies.length = 0
process.send?.('ready')
while (!isStopped) {
  const one = request().finally(() => pending.delete(one))
  pending.add(one)
  await sleep(10)
}
await Promise.all(pending)
process.send?.(latencies)
process.disconnect()
