import { setTimeout as sleep } from 'node:timers/promises'
import { storedLeads } from '../stored-leads.ts'
import type { Attack, Report } from './attack.ts'
import type { Attacker } from './attacker-process.ts'
import { watchMemory } from './memory.ts'
import { showRealMetrics } from './real-metrics.ts'
import type { SiteUnderAttack } from './site-under-attack.ts'
import { visit } from './visit.ts'
import { startVisitors, type VisitorRates, type VisitorResults } from './visitors.ts'

/** The outcome of one or more attacks for the site, its visitors, and the attacker. */
export interface Outcome {
  visitors: VisitorResults
  /** One report per attack. */
  reports: Report[]
  /** Peak memory of the site and its child processes, in MB. */
  memory: number
  /** A message for each rule that was broken. Times and memory are checked elsewhere. */
  harm: string[]
}

interface Circumstances {
  seconds: number
  visitors: VisitorRates
  /** Number of stored leads for attacks on real metrics. */
  leads: number
}

/** Maximum time until the site is ready again after an attack. */
const recoveryMs = 10_000

/** Runs attacks at the same time during visits, then checks the site, the leads, and all responses. */
export async function runAttacks(
  site: SiteUnderAttack,
  attacker: Attacker,
  attacks: Attack[],
  { seconds, visitors: rates, leads }: Circumstances,
): Promise<Outcome> {
  if (attacks.some(({ prepare }) => prepare === 'real metrics')) await showRealMetrics(site, leads)
  const { pid } = site.process
  const memory = watchMemory(Number(pid))
  const addresses = addressesFor(attacks)
  await attacker.begin(
    attacks.map(({ name }) => name),
    { ...site.target, addresses },
  )
  const visitors = startVisitors(site, rates)
  await sleep(seconds * 1000)
  const visitorResults = await visitors.stop()
  const reports = await attacker.end()
  const isReady = await becomesReady(site)
  const harm = [
    ...(isReady || hasExited(site) ? [] : ['/readyz is not 200 afterwards']),
    ...(hasExited(site) ? [`the process exited with ${exitReason(site)}`] : []),
    ...unexpectedResponses(visitorResults),
    ...lostLeads(site, visitorResults.acknowledged),
    ...attacks.flatMap((attack, i) => wrongReport(attack, reports[i])),
  ]
  return { visitors: visitorResults, reports, memory: memory(), harm }
}

/** Returns the source addresses: the number that an attack needs, or 60 for several attacks together. */
function addressesFor(attacks: Attack[]): string[] {
  const count = attacks.length > 1 ? 60 : (attacks[0]?.addresses ?? 1)
  return Array.from({ length: count }, (_, i) => `127.0.0.${i + 2}`)
}

const hasExited = ({ process }: SiteUnderAttack) =>
  process.exitCode !== null || process.signalCode !== null

const exitReason = ({ process }: SiteUnderAttack) => process.signalCode ?? process.exitCode

async function becomesReady(site: SiteUnderAttack): Promise<boolean> {
  const until = performance.now() + recoveryMs
  while (performance.now() < until && !hasExited(site)) {
    const { status } = await visit({ url: `${site.url}/readyz`, localAddress: '127.0.0.1' })
    if (status === 200) return true
    await sleep(100)
  }
  return false
}

function unexpectedResponses({ pages, forms, images }: VisitorResults): string[] {
  return Object.entries({ pages, forms, images }).flatMap(([what, { wrong }]) =>
    Object.entries(wrong).map(([response, times]) => `${what}: ${response} × ${times}`),
  )
}

/** Returns messages for acknowledged leads that are missing or stored twice. */
function lostLeads({ dataDir }: SiteUnderAttack, acknowledged: string[]): string[] {
  const stored = new Map<unknown, number>()
  for (const { payload } of storedLeads(dataDir)) {
    stored.set(payload.email, (stored.get(payload.email) ?? 0) + 1)
  }
  const lost = acknowledged.filter((email) => !stored.has(email)).length
  const doubled = acknowledged.filter((email) => (stored.get(email) ?? 0) > 1).length
  return [
    ...(lost ? [`${lost} acknowledged leads lost`] : []),
    ...(doubled ? [`${doubled} leads stored twice`] : []),
  ]
}

function wrongReport(attack: Attack, report: Report | undefined): string[] {
  if (!report) return []
  const broken = Object.entries(report.responses).filter(
    ([status]) => Number(status) >= 500 && status !== '503',
  )
  const wrong = attack.wrong?.(report)
  return [
    ...broken.map(([status, times]) => `the attacker got ${status} × ${times}`),
    ...(report.withoutRetryAfter
      ? [`${report.withoutRetryAfter} rejections without Retry-After`]
      : []),
    ...(wrong === undefined ? [] : [wrong]),
  ]
}
