import { setTimeout as sleep } from 'node:timers/promises'
import { serveWorker } from '../processes/serve-worker.ts'

const notified: unknown[] = []

/** Returns the processor time of this process in microseconds. Asking for it takes mostly system time. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

serveWorker({
  async run(message) {
    const { task, value } = message as { task: string; value?: unknown }
    if (task === 'notified') return notified
    if (task === 'throw') throw new Error(String(value))
    if (task === 'sleep') await sleep(60_000)
    // A tenth of the time of a processor, as on a busy machine, for more than a second.
    if (task === 'crawl') {
      for (let round = 0; round < 24; round++) {
        for (const end = processorTime() + 5_000; processorTime() < end; );
        await sleep(50)
      }
    }
    if (task === 'spin') for (;;);
    if (task === 'grow') for (const all: number[][] = []; ; ) all.push(Array(10_000).fill(0.5))
    if (task === 'growOutside') for (const all: Buffer[] = []; ; ) all.push(Buffer.alloc(1e6, 'x'))
    if (task === 'pid') return process.pid
    return value
  },
  onNotification: (message) => notified.push(message),
  serializeError: (error) => ({ message: (error as Error).message }),
})
