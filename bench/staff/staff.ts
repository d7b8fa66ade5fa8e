import { setTimeout as sleep } from 'node:timers/promises'
import { createLeads } from 'halvi-leads'
import { exportFormats, type LeadQuery, leadQuery } from 'halvi-leads/contract'
import type { ExportFormat } from 'halvi-leads/export'
import { forms } from 'halvi-leads/forms'
import { pino } from 'pino'
import type { LeadIndex } from '../../leads/staff/index/lead-index.ts'
import { IndexProcess } from '../../leads/staff/process/index-process.ts'
import { memoryOf } from '../measuring/cpu.ts'
import { measure, quantile } from '../measuring/measure.ts'
import { benchLead } from './leads.ts'
import { leads, seededFolder, seededPostgres } from './seed.ts'

const log = pino({ level: 'silent' })
/** The number of submissions per second during the measurements. */
const arrivals = 100
const runs = Number(process.env.RUNS ?? 30)

const invest = 'Invest in Halvi for 3x return in 18 months'
const sell = 'Sell physical products'

/** Typical queries of staff, one of each kind, by their names in the table. */
const queries: Record<string, Partial<LeadQuery>> = {
  'the list': {},
  'the list, oldest first': { sort: 'oldest' },
  'by form': { form: ['onboarding'] },
  'by status': { status: ['contacted'] },
  'by interest': { topic: [invest] },
  'by source': { source: ['partner'] },
  'by campaign': { campaign: ['spring-670'] },
  'by delivery state': { delivery: ['exhausted'] },
  'by owner': { owner: ['person-3'] },
  spam: { spam: true },
  'one month': { from: '2025-05-03T08:00:00Z', to: '2025-06-03T08:00:00Z' },
  'by form, status, and interest': { form: ['waitlist'], status: ['new'], topic: [invest] },
  'by form, status, owner, and month': {
    ...{ form: ['onboarding'], status: ['accepted'], owner: ['person-1'] },
    ...{ from: '2025-05-03T08:00:00Z', to: '2025-06-03T08:00:00Z' },
  },
  'no matching lead: a form with another form’s service': { form: ['waitlist'], topic: [sell] },
  'a rare word': { q: 'lead4711' },
  'a common word': { q: 'gmail' },
  'a name': { q: 'amina rahman' },
  'one letter': { q: 'a' },
  'the start of a word': { q: 'kari' },
  'an e-mail address': { q: 'amina.rahman12@gmail.com' },
  'several words': { q: 'amina gmail detroit shop halal' },
  'a word that no lead has': { q: 'qqzzqq' },
  'a word and filters': { q: 'khan', form: ['waitlist'], status: ['new'] },
  'sorted by name': { sort: 'name' },
  'sorted by name, by owner': { sort: 'name', owner: ['person-3'] },
  'sorted by name, by form': { sort: 'name', form: ['waitlist'] },
  'sorted by e-mail address, by status': { sort: 'email', status: ['declined'] },
}

/** Measures lists, searches, metrics, and exports of a million leads during 100 submissions per second. */
export async function benchStaff(): Promise<string> {
  const parts = [await benchDatabase('SQLite', { dataDir: await seededFolder() })]
  const databaseUrl = await seededPostgres()
  if (databaseUrl)
    parts.push(await benchDatabase('PostgreSQL', { dataDir: '/unused', databaseUrl }))
  return parts.join('\n\n')
}

async function benchDatabase(
  name: string,
  source: { dataDir: string; databaseUrl?: string },
): Promise<string> {
  const site = await createLeads({ ...source, forms, rateLimit: 'off', log })
  const index = new IndexProcess({ ...source, forms }, log)
  const submissions = startSubmissions(site.receive)
  try {
    await untilIndexed(index)
    const lines: string[] = []
    for (const [name, query] of Object.entries(queries)) {
      lines.push(line(name, await measure(runs, () => index.list(leadQuery.parse(query)))))
      console.error(lines.at(-1))
    }
    lines.push(line('100 pages in sequence', await pageThrough(index)))
    lines.push(
      line(
        'metrics of one year',
        await measure(runs, () => index.metrics({ from: '2024-12-01', to: '2025-11-30' })),
      ),
    )
    lines.push(line('metrics of all time', await measure(runs, () => index.metrics({}))))
    lines.push(line('the funnel', await measure(runs, () => index.funnel({}))))
    const quiet = submissions.take()
    const exports: string[] = []
    for (const format of exportFormats) exports.push(await exported(index, format))
    const busy = await whileStaffWork(index, submissions)
    return [
      `### ${name}, ${leads.toLocaleString('en')} leads, ${arrivals} submissions per second`,
      `| query | p50, ms | p95, ms |\n|---|---:|---:|\n${lines.join('\n')}`,
      `| export | rows | rows per second | memory, MB |\n|---|---:|---:|---:|\n${exports.join('\n')}`,
      `A submission takes ${show(quiet)} (p50, p99) while one staff member reads, and ${show(busy)} while three read and one exports.`,
    ].join('\n\n')
  } finally {
    await submissions.stop()
    await index.close()
    await site.close()
  }
}

/** Waits until almost all leads are indexed. */
async function untilIndexed(index: LeadIndex): Promise<void> {
  while ((await index.list(leadQuery.parse({ limit: 1 }))).unindexed > arrivals * 2)
    await sleep(500)
}

/** Measures 100 pages in sequence, following the cursor `next`. Later pages must not be slower. */
async function pageThrough(index: LeadIndex): Promise<number[]> {
  const times: number[] = []
  let after: string | undefined
  for (let page = 0; page < 100; page++) {
    const started = performance.now()
    const { next } = await index.list(leadQuery.parse({ q: 'khan', limit: 200, after }))
    times.push(performance.now() - started)
    after = next ?? undefined
  }
  return times
}

async function exported(index: IndexProcess, format: ExportFormat): Promise<string> {
  const started = performance.now()
  const { stream, rows } = await index.export(format, {}, () => undefined)
  let memory = 0
  let bytes = 0
  const timer = setInterval(() => {
    for (const pid of index.exportPids) memory = Math.max(memory, memoryOf(pid))
  }, 500)
  for await (const part of stream) bytes += part.length
  clearInterval(timer)
  const seconds = (performance.now() - started) / 1000
  return `| ${format}, ${Math.round(bytes / 1e6)} MB | ${rows()} | ${Math.round(rows() / seconds)} | ${memory} |`
}

async function whileStaffWork(
  index: IndexProcess,
  submissions: ReturnType<typeof startSubmissions>,
) {
  submissions.take()
  let working = true
  const { stream } = await index.export('csv', {}, () => undefined)
  stream.resume()
  const people = Array.from({ length: 3 }, async () => {
    while (working) {
      for (const query of Object.values(queries)) {
        if (!working) break
        await index.list(leadQuery.parse(query))
        await sleep(500)
      }
    }
  })
  await sleep(15_000)
  working = false
  await Promise.all(people)
  stream.destroy()
  return submissions.take()
}

/**
 * Starts submissions at a fixed rate, which do not wait for earlier ones. Returns functions to read times and to
 * stop.
 */
function startSubmissions(
  receive: (
    submission: Parameters<Awaited<ReturnType<typeof createLeads>>['receive']>[0],
  ) => Promise<unknown>,
) {
  let times: number[] = []
  const pending = new Set<Promise<void>>()
  let number = leads + Date.now()
  const timer = setInterval(() => {
    const { form, payload } = benchLead(number++ % leads, leads)
    const started = performance.now()
    const done = receive({
      form,
      payload: { ...JSON.parse(payload), number: String(number) },
      spam: false,
      delivered: false,
    })
      .then(() => void times.push(performance.now() - started))
      .finally(() => pending.delete(done))
    pending.add(done)
  }, 1_000 / arrivals)
  return {
    take() {
      const taken = times
      times = []
      return taken
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

const at = (times: readonly number[], share: number) => quantile(times, share).toFixed(1)
const line = (name: string, times: readonly number[]) =>
  `| ${name} | ${at(times, 0.5)} | ${at(times, 0.95)} |`
const show = (times: readonly number[]) => `${at(times, 0.5)} and ${at(times, 0.99)} ms`
