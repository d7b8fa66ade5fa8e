// The attacker's process. Its parent sends the names of the attacks to start, and later a message to stop them.
import type { Report, Target } from './attack.ts'
import { attacks } from './attacks.ts'

/** A message from the parent process. */
export type AttackerMessage = { begin: string[]; target: Target } | { end: true }

let running: { stop(): Promise<Report> }[] = []

process.on('message', async (order: AttackerMessage) => {
  if ('begin' in order) {
    const chosen = attacks.filter(({ name }) => order.begin.includes(name))
    running = chosen.map((attack) => attack.start(order.target))
    process.send?.('begun')
  } else {
    const reports = await Promise.all(running.map((attack) => attack.stop()))
    process.send?.(reports)
  }
})
// The parent process has exited.
process.on('disconnect', () => process.exit())
process.send?.('ready')
