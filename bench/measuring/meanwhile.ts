import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningSite } from '../../tests/running-site.ts'
import { cpuTimeOf, cpuTimeOfAll } from './cpu.ts'
import { quantile } from './measure.ts'

/**
 * What a piece of work costs: processor time in seconds, memory in MB, and the latencies of `/` meanwhile in
 * milliseconds.
 */
export interface Cost {
  name: string
  site: number
  /** Of the office and its child processes. */
  office: number
  /** The most memory that the office without its child processes had. */
  memory: number
  p50: number
  p99: number
  slowest: number
}

const program = fileURLToPath(new URL('./probe-program.ts', import.meta.url))

/**
 * Runs work while visitors request `/` every 10 ms, and until the office is idle again. Returns what it costs. The
 * requests of the visitors take a part of the site's processor time.
 */
export async function meanwhile(
  site: RunningSite,
  name: string,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const visitors = fork(program, [`${site.url}/`], { execArgv: ['--import', 'tsx'] })
  await once(visitors, 'message')
  const office = officeOf(site)
  const used = () => ({ site: cpuTimeOf(site.process.pid), office: cpuTimeOfAll(office) })
  const before = used()
  // Starts to measure the peak again: see proc_pid_clear_refs(5).
  writeFileSync(`/proc/${office}/clear_refs`, '5')
  await work()
  await idle(() => used().office)
  const after = used()
  visitors.send('stop')
  const [latencies] = (await once(visitors, 'message')) as [number[]]
  return {
    name,
    site: after.site - before.site,
    office: after.office - before.office,
    memory: peakOf(office),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    slowest: quantile(latencies, 1),
  }
}

/** Resolves when a process has used no processor time for a second, or after 20 seconds, because mail takes minutes. */
async function idle(used: () => number): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY, seconds = 0; seconds < 20; seconds++) {
    const now = used()
    if (now - before < 0.05) return
    before = now
    await sleep(1_000)
  }
}

function peakOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

/** Returns the id of the office, which is the site's only child process. */
function officeOf({ process: { pid } }: RunningSite): number {
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const [child] = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ')
    if (child) return Number(child)
  }
  throw new Error('The site has no office')
}

/** Returns costs as a Markdown table. */
export function costTable(costs: Cost[]): string {
  const lines = costs.map(({ name, site, office, memory, p50, p99, slowest }) => {
    const times = [p50, p99, slowest].map((time) => `${time.toFixed(1)} ms`)
    const used = [`${office.toFixed(2)} s`, `${memory} MB`, `${site.toFixed(2)} s`]
    return `| ${[name, ...used, ...times].join(' | ')} |`
  })
  const titles =
    '| work | office: processor time | peak memory | site: processor time | `/` meanwhile: median | p99 | slowest |'
  return [titles, '|---|---:|---:|---:|---:|---:|---:|', ...lines].join('\n')
}
