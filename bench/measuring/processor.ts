import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Ties a process, with all its threads, to processors such as `0-2`. Returns what unties it. Does
 * nothing where there is no `taskset`.
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

/** What a process holds in memory, in MB. */
export function memoryOf(pid: number | undefined): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1024)
}

/** The processor time that a process has taken so far, in seconds. */
export function processorTimeOf(pid: number | undefined): number {
  try {
    // Fields 14 and 15 of proc(5), in hundredths; ps tells whole seconds.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number(execFileSync('ps', ['-o', 'cputimes=', '-p', String(pid)], { encoding: 'utf8' }))
  }
}

/** The same of a process and all that it started: some servers work in processes of their own. */
export function processorTimeOfAll(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOf(pid, task))
  return children.reduce(
    (sum, child) => sum + processorTimeOfAll(Number(child)),
    processorTimeOf(pid),
  )
}

function childrenOf(pid: number, thread: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)
  } catch {
    // The thread has ended meanwhile.
    return []
  }
}
