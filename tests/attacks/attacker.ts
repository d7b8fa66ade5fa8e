// The process of an attacker: told by its parent which attacks to begin and when to end them.
import type { Report, Target } from './attack.ts'
import { attacks } from './attacks.ts'

/** What the parent says. */
export type Order = { begin: string[]; target: Target } | { end: true }

let running: { stop(): Promise<Report> }[] = []

process.on('message', async (order: Order) => {
  if ('begin' in order) {
    const chosen = attacks.filter(({ name }) => order.begin.includes(name))
    running = chosen.map((attack) => attack.start(order.target))
    process.send?.('begun')
  } else {
    const reports = await Promise.all(running.map((attack) => attack.stop()))
    process.send?.(reports)
  }
})
// Nobody is left to attack for.
process.on('disconnect', () => process.exit())
process.send?.('ready')
