import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Report, Target } from './attack.ts'
import type { Order } from './attacker.ts'

/** Somebody with a processor's time of their own: what they do keeps no visitor from being measured. */
export interface Attacker {
  /** Begins the attacks of these names together. */
  begin(names: string[], target: Target): Promise<void>
  /** Ends them; what each got, in the order of the list of all attacks. */
  end(): Promise<Report[]>
  close(): void
}

export async function startAttacker(): Promise<Attacker> {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const gone = new AbortController()
  const next = async () => (await once(child, 'message', { signal: gone.signal }))[0]
  child.once('exit', (code) => gone.abort(new Error(`The attacker's process ended with ${code}`)))
  const tell = async (order: Order) => {
    const told = next()
    child.send(order)
    return told
  }
  await next()
  return {
    async begin(names, target) {
      await tell({ begin: names, target })
    },
    end: () => tell({ end: true }),
    close: () => {
      child.kill()
    },
  }
}
