import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../server/root.ts'
import type { RunningSite } from '../tests/running-site.ts'
import { summary } from './measuring/measure.ts'
import { pin } from './measuring/processor.ts'
import { pageCost } from './page-cost.ts'
import { startServer } from './servers/start.ts'
import { submit } from './submissions.ts'
import { startWarmSite } from './warm-site.ts'

const path = '/support/faq'
const rounds = 7
const pages = 40_000
const leads = 8_000

/** What was measured round by round, under the names of the table. */
type Rounds = Map<string, number[]>

/** What `--against` can compare: each adds a round's values of one site. */
const parts: Record<string, (site: RunningSite, rounds: Rounds) => Promise<void>> = {
  async pages(site, rounds) {
    add(
      rounds,
      'processor time of a page, µs',
      await pageCost(site.process, site.url + path, pages),
    )
  },
  async forms(site, rounds) {
    const { rate, p99 } = await submit(site.url, leads)
    add(rounds, 'leads a second', rate)
    add(rounds, 'p99 of a lead, ms', p99)
  },
}

/** The names of what can be compared. */
export const comparable = Object.keys(parts)

/**
 * Builds a commit beside this one, and measures both in turns with 32 connections, each site on the last
 * processor. Returns a table of medians, and of the ratios of each round with their spread.
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
  // The first start of each builds it.
  const settings = { STUDIO_BUILD: 'never', LOG_LEVEL: 'info' }
  const sites = [await startWarmSite(settings, folder), await startWarmSite(settings)] as const
  const bare = names.includes('pages') ? await startServer('bare', sites[1].url + path) : undefined
  const last = `${availableParallelism() - 1}`
  for (const { process } of [...sites, ...(bare ? [bare] : [])]) pin(process.pid, last)
  const measured: [Rounds, Rounds] = [new Map(), new Map()]
  const least: number[] = []
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      if (round === 1) for (const one of measured) one.clear()
      for (const name of names) {
        for (const index of [0, 1] as const) await parts[name]?.(sites[index], measured[index])
      }
      if (bare) least[round] = await pageCost(bare.process, bare.url, pages)
    }
  } finally {
    bare?.process.kill()
    for (const site of sites) await site.remove()
  }
  return tableOf(commit, measured, least.slice(1))
}

function tableOf(commit: string, [then, now]: readonly [Rounds, Rounds], bare: number[]): string {
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
  const cost = now.get('processor time of a page, µs')
  if (cost) lines.push(line('the same, beside a bare server that sends as many bytes', cost, bare))
  return [
    `| what, at 32 connections | this commit | ${commit} | ratio | from round to round |`,
    '|---|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}

function add(rounds: Rounds, name: string, value: number): void {
  rounds.set(name, [...(rounds.get(name) ?? []), value])
}
