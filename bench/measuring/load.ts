import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { root } from 'halvi-site/root'
import { pin } from './cpu.ts'

/** A closed-loop load. */
export interface Load {
  url: string
  connections: number
  amount: number
  /** Sends waitlist applications, each one different, instead of reading a page. */
  forms?: boolean
  headers?: Record<string, string>
}

/** The responses to a load: counts by status, the rate per second, and latencies in milliseconds. */
export interface Outcome {
  answers: Record<string, number>
  errors: number
  rate: number
  p50: number
  p99: number
}

const program = fileURLToPath(new URL('./load-program.ts', import.meta.url))

/** Runs a load in a separate process. With `taskset`, the process does not use the last CPU. */
async function runLoad(load: Load): Promise<Outcome> {
  const running = promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, JSON.stringify(load)],
    { cwd: root },
  )
  pin(running.child.pid, `0-${Math.max(0, availableParallelism() - 2)}`)
  const { stdout } = await running
  return JSON.parse(stdout) as Outcome
}

/** Runs a load, and checks that all responses have one status. @throws Error if a response has another status */
export async function runLoadOf(status: number, load: Load): Promise<Outcome> {
  const outcome = await runLoad(load)
  const others = Object.keys(outcome.answers).filter((answer) => answer !== String(status))
  if (others.length === 0 && outcome.errors === 0) return outcome
  throw new Error(`Not all responses have the status ${status}: ${JSON.stringify(outcome)}`)
}
