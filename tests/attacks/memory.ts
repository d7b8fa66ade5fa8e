import { readdirSync, readFileSync } from 'node:fs'

/**
 * Watches what a process and its descendants hold in memory; ends with the most, in MB. What they share,
 * such as the 50 MB of Node's own program, is there once and counts once.
 */
export function watchMemory(pid: number): () => number {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 400)
  return () => {
    clearInterval(timer)
    return Math.round(Math.max(most, memoryOf(pid)))
  }
}

/** The proportional set size of a process and its descendants, in MB; of one that is gone, 0. */
function memoryOf(pid: number): number {
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1000
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own)
}

/** Each thread has a list of the processes that it has started. */
function childrenOf(pid: number): number[] {
  const threads = list(`/proc/${pid}/task`)
  const children = threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`))
  return children.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** What is gone by now is empty. */
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
