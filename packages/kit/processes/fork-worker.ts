import type { ChildProcess } from 'node:child_process'
import { forkProgram } from './fork-program.ts'

/** The program of a worker process, and its memory limits. */
export interface ForkOptions {
  /** The program, as returned by `workerProgram`. */
  program: URL
  /**
   * Maximum size of the JavaScript heap, in megabytes. Beyond it, the process dies during its job. Read at each
   * start.
   */
  heapMegabytes: number | (() => number)
  /** Size of a semi-space for new objects, in megabytes; 16 by default. V8 uses three of them. */
  semiSpaceMegabytes?: number
  /**
   * Maximum resident memory including native code, in megabytes. A process that exceeds it is killed. Read at each
   * start. Without it, and on systems other than Linux, there is no limit.
   */
  residentMegabytes?: () => number
  /** Arguments for the program. */
  args?: readonly string[]
  env?: Record<string, string>
}

/** Memory that the TypeScript loader needs, in megabytes. */
const LOADER_MEGABYTES = 40

/**
 * Returns the URL of a worker's program: the bundle if `from` is a bundle, or the TypeScript file during development.
 */
export function workerProgram(source: string, bundle: string, from: string): URL {
  return new URL(from.endsWith('.ts') ? source : bundle, from)
}

/** A started process and its memory limit in megabytes. */
interface ForkedWorker {
  child: ChildProcess
  residentMegabytes: number
}

/** Starts a worker process with a lower priority than this process. */
export function forkWorker(options: ForkOptions): ForkedWorker {
  const { program, heapMegabytes, semiSpaceMegabytes = 16, args, env } = options
  const isSource = program.pathname.endsWith('.ts')
  const residentMegabytes = options.residentMegabytes?.() ?? Number.POSITIVE_INFINITY
  const heap = typeof heapMegabytes === 'number' ? heapMegabytes : heapMegabytes()
  // Its output is discarded, because it would look like the server's.
  const child = forkProgram(program, {
    args,
    nodeOptions: [`--max-old-space-size=${heap}`, `--max-semi-space-size=${semiSpaceMegabytes}`],
    serialization: 'advanced',
    env,
    priority: 10,
  })
  return { child, residentMegabytes: residentMegabytes + (isSource ? LOADER_MEGABYTES : 0) }
}
