import { readdirSync, readFileSync } from 'node:fs'

/**
 * Samples the memory of a process and its descendants. The returned function stops this and returns the peak in MB.
 * Memory that the processes share, such as the 50 MB of Node's own program, counts once.
 */
export function watchMemory(pid: number): () => number {
  let peak = memoryOf(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 400)
  return () => {
    clearInterval(timer)
    return Math.round(Math.max(peak, memoryOf(pid)))
  }
}

/** Returns the proportional set size of a process and its descendants, in MB, or 0 if the process has exited. */
function memoryOf(pid: number): number {
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1000
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own)
}

/** Returns the ids of the child processes. Linux lists them for each thread of the parent. */
function childrenOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`)
  const children = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`))
  return children.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** Returns a file's text, or an empty string if the process has exited. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
