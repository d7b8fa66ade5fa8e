import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Report, Target } from './attack.ts'
import type { AttackerMessage } from './attacker.ts'

/** An attacker in a separate process, so that its work does not delay the measured visitors. */
export interface Attacker {
  /** Starts the attacks with these names at the same time. */
  begin(names: string[], target: Target): Promise<void>
  /** Stops the attacks and returns their reports, in the order of the list of all attacks. */
  end(): Promise<Report[]>
  close(): void
}

/** Starts the attacker's process. */
export async function startAttacker(): Promise<Attacker> {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const exited = new AbortController()
  const next = async () => (await once(child, 'message', { signal: exited.signal }))[0]
  child.once('exit', (code) =>
    exited.abort(new Error(`The attacker's process exited with ${code}`)),
  )
  const send = async (order: AttackerMessage) => {
    const reply = next()
    child.send(order)
    return reply
  }
  await next()
  return {
    async begin(names, target) {
      await send({ begin: names, target })
    },
    end: () => send({ end: true }),
    close: () => {
      child.kill()
    },
  }
}
