import type { ChildProcess } from 'node:child_process'
import { forkProgram } from './fork-program.ts'

/** What a worker process runs, and what it may take up. */
export interface ForkOptions {
  /** The program, as `workerProgram` names it. */
  program: URL
  /** Its JavaScript heap, in megabytes; beyond that it dies, and its job with it. Asked at each start. */
  heapMegabytes: number | (() => number)
  /** Part of that heap is for what is new; 16 megabytes three times over unless told otherwise. */
  semiSpaceMegabytes?: number
  /**
   * All its memory, in megabytes, what native code takes up included; when a job takes it beyond that
   * the process is killed. Asked at each start, unbounded where absent, and elsewhere than on Linux.
   */
  residentMegabytes?: () => number
  /** Arguments for the program. */
  args?: readonly string[]
  env?: Record<string, string>
}

/**
 * For glibc's malloc: large blocks go back to the system at once, rather than stay for the next one. After
 * a picture of 4 megapixels a process holds 80 MB instead of 160. Other systems know none of these.
 */
const GIVING_BACK = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** What the loader of TypeScript takes up besides. */
const LOADER_MEGABYTES = 40

/** Returns the program of a worker process: a bundle beside this file, or a TypeScript file while this is one. */
export function workerProgram(source: string, bundle: string, from: string): URL {
  return new URL(from.endsWith('.ts') ? source : bundle, from)
}

/** A process that was started, and how many megabytes it may hold. */
interface ForkedWorker {
  child: ChildProcess
  residentMegabytes: number
}

/** Starts a worker process, of lower priority than this one. */
export function forkWorker(options: ForkOptions): ForkedWorker {
  const { program, heapMegabytes, semiSpaceMegabytes = 16, args, env } = options
  const isSource = program.pathname.endsWith('.ts')
  const residentMegabytes = options.residentMegabytes?.() ?? Number.POSITIVE_INFINITY
  const heap = typeof heapMegabytes === 'number' ? heapMegabytes : heapMegabytes()
  // Nobody reads its output, which would look like the server's.
  const child = forkProgram(program, {
    args,
    nodeOptions: [`--max-old-space-size=${heap}`, `--max-semi-space-size=${semiSpaceMegabytes}`],
    serialization: 'advanced',
    env: { ...GIVING_BACK, ...env },
    priority: 10,
  })
  return { child, residentMegabytes: residentMegabytes + (isSource ? LOADER_MEGABYTES : 0) }
}
