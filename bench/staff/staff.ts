import { createLeads } from 'halvi-leads'
import { type LeadQuery, leadQuery } from 'halvi-leads/contract'
import { forms } from 'halvi-leads/forms'
import { openLeadsOffice } from 'halvi-leads/office'
import { pino } from 'pino'
import { measure, quantile } from '../measuring/measure.ts'
import { benchLead } from './leads.ts'
import { leads, seededFolder, seededPostgres } from './seed.ts'

const log = pino({ level: 'silent' })
/** The number of submissions per second during the measurements. */
const arrivals = 20

const by = { id: 'bench', name: 'Bench' }
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
  'by language': { language: ['es'] },
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

/** Measures lists, searches, metrics, and an export of staff while visitors submit. */
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
  const office = await openLeadsOffice({ ...source, forms, rateLimit: 'off', log })
  site.signalTo(office.signals)
  const { staff } = office
  const submissions = startSubmissions(site.receive)
  try {
    const all: number[] = []
    const lines: string[] = []
    const run = async (name: string, work: () => Promise<unknown>) => {
      const times = await measure(runs, work)
      lines.push(line(name, times))
      console.error(lines.at(-1))
      return times
    }
    for (const [name, query] of Object.entries(queries)) {
      all.push(...(await run(name, () => staff.list(leadQuery.parse(query), by))))
    }
    lines.push(line('all lists and searches', all))
    const year = { from: '2024-12-01', to: '2025-11-30' }
    await run('metrics of one year', () => staff.metrics(year, by))
    await run('metrics of all time', () => staff.metrics({}, by))
    await run('the funnel', () => staff.funnel({}, by))
    await run('the version', () => staff.version())
    const reading = submissions.take()
    const ticket = await staff.createTicket({ format: 'csv', filter: {}, by })
    const started = performance.now()
    for await (const _ of (await staff.export(ticket, by))?.stream ?? []);
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    return [
      `### ${name}, ${leads.toLocaleString('en')} leads, ${arrivals} submissions per second`,
      `| query | p50, ms | p95, ms |\n|---|---:|---:|\n${lines.join('\n')}`,
      `A submission takes ${show(reading)} (p50, p99) while one staff member reads, and ${show(submissions.take())} during an export of all leads, which takes ${seconds} s.`,
    ].join('\n\n')
  } finally {
    await submissions.stop()
    await office.close()
    await site.close()
  }
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
