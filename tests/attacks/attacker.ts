// The attacker's process. Its parent sends which attack to start, and later a message to stop it.
import { attacks } from './attacks.ts'
import { Connections, type Target } from './connections.ts'

/** A message from the parent process. */
export type AttackerMessage = { begin: string; target: Target; image: string } | { end: true }

let stop = (): Connections['responses'] => ({})

process.on('message', (order: AttackerMessage) => {
  if ('end' in order) {
    process.send?.(stop())
    return
  }
  const connections = new Connections(order.target)
  const end = attacks[order.begin]?.(connections, order.image)
  stop = () => {
    end?.()
    connections.close()
    return connections.responses
  }
  process.send?.('begun')
})
// The parent process has exited.
process.on('disconnect', () => process.exit())
process.send?.('ready')
