import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Pins all threads of a process to CPUs such as `0-2`. Returns a function that restores the former CPUs. Does nothing
 * without `taskset`.
 */
export function pin(pid: number | undefined, processors: string): () => void {
  const { status, stdout } = spawnSync('taskset', ['-acp', processors, String(pid)], {
    encoding: 'utf8',
  })
  const former = /current affinity list: (\S+)/.exec(stdout ?? '')?.[1]
  return () => {
    if (status === 0 && former) spawnSync('taskset', ['-acp', former, String(pid)])
  }
}

/** Returns the resident memory of a process in MB. */
export function memoryOf(pid: number | undefined): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1024)
}

/** Returns the CPU time that a process has used so far, in seconds. */
export function cpuTimeOf(pid: number | undefined): number {
  try {
    // Fields 14 and 15 of proc(5), in hundredths of a second. `ps` only has whole seconds.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number(execFileSync('ps', ['-o', 'cputimes=', '-p', String(pid)], { encoding: 'utf8' }))
  }
}

/** Returns the CPU time of a process and all its child processes, because some servers work in child processes. */
export function cpuTimeOfAll(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOf(pid, task))
  return children.reduce((sum, child) => sum + cpuTimeOfAll(Number(child)), cpuTimeOf(pid))
}

function childrenOf(pid: number, thread: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    // The thread has exited in the meantime.
    return []
  }
}
