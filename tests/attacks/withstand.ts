import { setTimeout as sleep } from 'node:timers/promises'
import { storedLeads } from '../stored-leads.ts'
import type { Attack, Report } from './attack.ts'
import type { Attacker } from './attacker-process.ts'
import { watchMemory } from './memory.ts'
import { showRealMetrics } from './real-metrics.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'
import { visit } from './visit.ts'
import { startVisitors, type VisitorRates, type VisitorsSaw } from './visitors.ts'

/** How an attack went for everybody. */
export interface Outcome {
  visitors: VisitorsSaw
  /** What the attacker got; several attacks were made together, or none. */
  reports: Report[]
  /** The most that the site and its processes held in memory, in MB. */
  memory: number
  /** What did not hold, in words; times and memory are judged elsewhere. */
  harm: string[]
}

interface Circumstances {
  seconds: number
  visitors: VisitorRates
  /** How many leads there are where real figures are counted. */
  leads: number
}

/** So long a site may need to be itself again, in milliseconds. */
const recoveryMs = 10_000

/** Lets attacks run together while visitors come, and sees what is left. */
export async function withstand(
  site: SiteUnderAttack,
  attacker: Attacker,
  attacks: Attack[],
  { seconds, visitors: rates, leads }: Circumstances,
): Promise<Outcome> {
  if (attacks.some(({ prepare }) => prepare === 'real figures')) await showRealMetrics(site, leads)
  const { pid } = site.process
  const memory = watchMemory(Number(pid))
  const addresses = addressesFor(attacks)
  await attacker.begin(
    attacks.map(({ name }) => name),
    { ...site.target, addresses },
  )
  const visitors = startVisitors(site, rates)
  await sleep(seconds * 1000)
  const saw = await visitors.stop()
  const reports = await attacker.end()
  const isReady = await becomesReady(site)
  const harm = [
    ...(isReady || hasEnded(site) ? [] : ['/readyz is not 200 afterwards']),
    ...(hasEnded(site) ? [`the process ended with ${howItEnded(site)}`] : []),
    ...wrongAnswers(saw),
    ...lostLeads(site, saw.acknowledged),
    ...attacks.flatMap((attack, i) => wrongReport(attack, reports[i])),
  ]
  return { visitors: saw, reports, memory: memory(), harm }
}

/** One, or those that an attack needs; several attacks together come from 60. */
function addressesFor(attacks: Attack[]): string[] {
  const count = attacks.length > 1 ? 60 : (attacks[0]?.addresses ?? 1)
  return Array.from({ length: count }, (_, i) => `127.0.0.${i + 2}`)
}

const hasEnded = ({ process }: SiteUnderAttack) =>
  process.exitCode !== null || process.signalCode !== null

const howItEnded = ({ process }: SiteUnderAttack) => process.signalCode ?? process.exitCode

async function becomesReady(site: SiteUnderAttack): Promise<boolean> {
  const until = performance.now() + recoveryMs
  while (performance.now() < until && !hasEnded(site)) {
    const { status } = await visit({ url: `${site.url}/readyz`, localAddress: '127.0.0.1' })
    if (status === 200) return true
    await sleep(100)
  }
  return false
}

function wrongAnswers({ pages, forms, pictures }: VisitorsSaw): string[] {
  return Object.entries({ pages, forms, pictures }).flatMap(([what, { wrong }]) =>
    Object.entries(wrong).map(([answer, times]) => `${what}: ${answer} × ${times}`),
  )
}

/** Each is there once. */
function lostLeads({ dataDir }: SiteUnderAttack, acknowledged: string[]): string[] {
  const stored = new Map<unknown, number>()
  for (const { payload } of storedLeads(dataDir)) {
    stored.set(payload.email, (stored.get(payload.email) ?? 0) + 1)
  }
  const lost = acknowledged.filter((email) => !stored.has(email)).length
  const doubled = acknowledged.filter((email) => (stored.get(email) ?? 0) > 1).length
  return [
    ...(lost ? [`${lost} acknowledged leads lost`] : []),
    ...(doubled ? [`${doubled} leads doubled`] : []),
  ]
}

function wrongReport(attack: Attack, report: Report | undefined): string[] {
  if (!report) return []
  const broken = Object.entries(report.answers).filter(
    ([status]) => Number(status) >= 500 && status !== '503',
  )
  const wrong = attack.wrong?.(report)
  return [
    ...broken.map(([status, times]) => `the attacker got ${status} × ${times}`),
    ...(report.withoutRetryAfter
      ? [`${report.withoutRetryAfter} refusals without Retry-After`]
      : []),
    ...(wrong === undefined ? [] : [wrong]),
  ]
}
