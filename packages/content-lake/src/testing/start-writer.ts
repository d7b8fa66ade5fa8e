import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Starts `writer.ts` in a directory. Returns the process, the lines that it prints, and its exit code. */
export function startWriter(directory: string, what: string) {
  const script = fileURLToPath(new URL('./writer.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, directory, what], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, gone, lines: createInterface({ input: child.stdout }) }
}

/** Kills a process at any time within some milliseconds. */
export async function killWithin(child: ChildProcess, ms: number): Promise<void> {
  await sleep(Math.random() * ms)
  child.kill('SIGKILL')
}
