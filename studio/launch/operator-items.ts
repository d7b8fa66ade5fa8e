import type { LaunchFacts } from 'halvi-leads/contract'
import type { Item } from './item.ts'

const dayMs = 86_400_000

/** What is set on the server, told by words that the operator knows. */
export function operatorItems(
  facts: LaunchFacts,
  { now, origin }: { now: number; origin: string },
): Item[] {
  const { endpoint, backup, drill } = facts
  return [
    domain(facts, origin),
    {
      key: 'endpoint',
      title: 'Delivery of applications',
      isDone: endpoint?.signed === true,
      sentence: endpoint
        ? endpoint.signed
          ? `They go to ${endpoint.host}, signed.`
          : `They go to ${endpoint.host}, unsigned: anybody could send it some. FORM_ENDPOINT_SECRET signs them.`
        : 'They are stored here only. The operator sets FORM_ENDPOINT_URL, if they are to go elsewhere.',
    },
    fresh(
      'backup',
      'Backup',
      backup,
      2,
      'The operator sets BACKUP_TO; the site then makes one each day.',
      now,
    ),
    fresh(
      'drill',
      'Restore drill',
      drill,
      14,
      'With BACKUP_TO the site makes one each week; halvi drill makes one now.',
      now,
    ),
    ...people(facts),
  ]
}

function domain({ siteUrl, proxies }: LaunchFacts, origin: string): Item {
  const problem = problemOf(siteUrl, proxies, origin)
  return {
    key: 'domain',
    title: 'Domain',
    isDone: problem === undefined,
    sentence: problem ?? `The site is at ${siteUrl}, behind a proxy with TLS.`,
  }
}

function problemOf(siteUrl: string | null, proxies: number, origin: string): string | undefined {
  if (!siteUrl) return 'The operator sets SITE_URL to the public address.'
  if (!siteUrl.startsWith('https:')) {
    return `${siteUrl} has no TLS: what visitors send can be read on its way. The operator puts a proxy in front.`
  }
  if (proxies === 0) {
    return 'The operator sets TRUST_PROXY, or all visitors share the limits of one.'
  }
  if (origin !== siteUrl) {
    return `You are at ${origin}. Open the Studio at ${siteUrl} to see that it works there.`
  }
  return undefined
}

function fresh(
  key: string,
  title: string,
  { last, failed }: LaunchFacts['backup'],
  days: number,
  todo: string,
  now: number,
): Item {
  const hasFailed = failed !== null && (last === null || failed > last)
  const age = last === null ? Number.POSITIVE_INFINITY : now - Date.parse(last)
  const isDone = !hasFailed && age <= days * dayMs
  const when = (at: string) => new Date(at).toLocaleString('en-US', { dateStyle: 'medium' })
  const told = hasFailed
    ? `The last one failed on ${when(failed)}; halvi doctor says why.`
    : last === null
      ? `There was none yet. ${todo}`
      : isDone
        ? `The last one was on ${when(last)}.`
        : `The last one was on ${when(last)}. ${todo}`
  return { key, title, isDone, sentence: told }
}

/** In a hosted project people are Sanity's. */
function people({ administrators }: LaunchFacts): Item[] {
  if (administrators === null) return []
  const isDone = administrators > 1
  return [
    {
      key: 'administrators',
      title: 'A second administrator',
      isDone,
      sentence: isDone
        ? `${administrators} people can let others in.`
        : 'You are the only one. Who forgets the only password needs the operator.',
      tool: { name: 'people', title: 'People' },
    },
  ]
}
