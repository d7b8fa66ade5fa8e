import { forkProgram } from 'halvi-runtime/processes/fork-program'
import type { Examine, Examined } from './messages.ts'

/** A little less than a check may take. */
const limitMs = 9_000

/**
 * Reads SQLite files through, in a process of its own, for some seconds at most. Resolves to what is
 * known of each that is there; one without `integrity` was too large for that.
 *
 * @throws Error when the process dies before it has told anything
 */
export async function examineFiles(files: string[], signal: AbortSignal): Promise<Examined[]> {
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  const child = forkProgram(new URL(isSource ? 'program.ts' : 'doctor-files.js', url))
  const known = new Map<string, Examined>()
  child.on('message', (message) => {
    const told = message as Examined
    known.set(told.file, told)
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    const ended = new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => {
        if (code === 0 || known.size > 0) resolve()
        else reject(new Error('The databases could not be read in time'))
      })
    })
    child.send({ files } satisfies Examine)
    await ended
    return [...known.values()]
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', stop)
  }
}
