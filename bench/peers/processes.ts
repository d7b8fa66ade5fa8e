import { readdirSync, readFileSync } from 'node:fs'

/** Of a process and all that it started: the processor time taken so far, in milliseconds. */
export function processorTime(pid: number): number {
  const [, ...fields] = statOf(pid)
  // utime and stime, in ticks of 10 ms: proc(5).
  const own = (Number(fields[12]) + Number(fields[13])) * 10
  return childrenOf(pid).reduce((sum, child) => sum + processorTime(child), own)
}

/** The fields after the process's id; its name, which may hold spaces, counts as one. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const end = text.lastIndexOf(')')
  return [String(pid), text.slice(0, end), ...text.slice(end + 2).split(' ')]
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .map(Number)
}
