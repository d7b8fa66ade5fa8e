import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import type { RunningSite } from '../tests/running-site.ts'
import { pin } from './measuring/cpu.ts'
import { summary } from './measuring/measure.ts'
import { pageCost } from './page-cost.ts'
import { submit } from './submissions.ts'
import { startWarmSite } from './warm-site.ts'

const path = '/support/faq'
const rounds = 7
const pages = 40_000
const leads = 8_000

/** The measured values of each round, by their names in the table. */
type Rounds = Map<string, number[]>

/** The benchmarks that `--against` can compare. Each runs one round on a site, and adds the values to `rounds`. */
const parts: Record<string, (site: RunningSite, rounds: Rounds) => Promise<void>> = {
  async pages(site, rounds) {
    add(rounds, 'CPU time per page, µs', await pageCost(site.process, site.url + path, pages))
  },
  async forms(site, rounds) {
    const { rate, p99 } = await submit(site.url, leads)
    add(rounds, 'leads per second', rate)
    add(rounds, 'p99 per lead, ms', p99)
  },
}

/** The names of the benchmarks that can be compared. */
export const comparable = Object.keys(parts)

/**
 * Builds another commit, and measures both in turns with 32 connections. Each site runs on the last CPU. Resolves to
 * a table with the medians, and the median and range of the ratios of all rounds.
 */
export async function benchAgainst(commit: string, names: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'halvi-against-'))
  const run = (program: string, args: string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  run('git', ['worktree', 'add', '--detach', '--force', folder, commit], root)
  try {
    run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], folder)
    return await compare(commit, folder, names)
  } finally {
    run('git', ['worktree', 'remove', '--force', folder], root)
  }
}

async function compare(commit: string, folder: string, names: string[]): Promise<string> {
  // The first start of each site builds it.
  const settings = { STUDIO_BUILD: 'never', LOG_LEVEL: 'info' }
  const sites = [await startWarmSite(settings, folder), await startWarmSite(settings)] as const
  const last = `${availableParallelism() - 1}`
  for (const { process } of sites) pin(process.pid, last)
  const measured: [Rounds, Rounds] = [new Map(), new Map()]
  try {
    // Round 0 warms up, and its values are discarded.
    for (let round = 0; round <= rounds; round++) {
      if (round === 1) for (const one of measured) one.clear()
      for (const name of names) {
        for (const index of [0, 1] as const) await parts[name]?.(sites[index], measured[index])
      }
    }
  } finally {
    for (const site of sites) await site.remove()
  }
  return tableOf(commit, measured)
}

function tableOf(commit: string, [then, now]: readonly [Rounds, Rounds]): string {
  const cell = (values: number[]) => summary(values).median.toFixed(1)
  const line = (name: string, ours: number[], theirs: number[]) => {
    const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
      ratio.toFixed(2),
    )
    const ratio = summary(ratios).median.toFixed(2)
    return `| ${name} | ${cell(ours)} | ${cell(theirs)} | ${ratio} | ${least} to ${most} |`
  }
  const lines = [...now].map(([name, ours]) => line(name, ours, then.get(name) ?? []))
  return [
    `| with 32 connections | this commit | ${commit} | ratio | range of the rounds |`,
    '|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

function add(rounds: Rounds, name: string, value: number): void {
  rounds.set(name, [...(rounds.get(name) ?? []), value])
}
