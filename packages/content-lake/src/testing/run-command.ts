import { type SpawnOptions, spawn } from 'node:child_process'
import type { Console } from '../commands/console.ts'

/** Runs a command and returns its exit code with its output. */
export async function runCommand(
  main: (args: string[], console: Console) => Promise<number>,
  args: string[],
  isTerminal = false,
) {
  const said = { out: '', err: '' }
  const write = (to: keyof typeof said) => (text: string) => {
    said[to] += text
  }
  const code = await main(args, { out: write('out'), err: write('err'), isTerminal })
  return { code, ...said }
}

/** Starts `local-content-lake` as a child process, from the bundle of `bundle-workers.ts`. */
export function startCommand(args: string[], options: Pick<SpawnOptions, 'cwd' | 'env'> = {}) {
  const { WORKER_BUNDLES: bundles } = process.env
  if (!bundles) throw new Error('Bundle the command line first, see bundle-workers.ts')
  const command = [`${bundles}cli.js`, ...args]
  return spawn(process.execPath, command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
}
