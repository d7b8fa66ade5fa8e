import type { LaunchFacts } from 'halvi-leads/contract'
import { type Item, item } from './item.ts'

const dayMs = 86_400_000

/** Returns what is set on the server, in words that the operator knows. */
export function operatorItems(
  facts: LaunchFacts,
  { now, origin }: { now: number; origin: string },
): Item[] {
  const { siteUrl, endpoint, backup, drill, administrators } = facts
  const fresh = (
    key: string,
    title: string,
    state: LaunchFacts['backup'],
    days: number,
    todo: string,
  ) => item(key, title, ageProblem(state, now - days * dayMs, todo), lastText(state))
  return [
    item(
      'domain',
      'Domain',
      domainProblem(facts, origin),
      `The site is at ${siteUrl}, behind a proxy with TLS.`,
    ),
    item(
      'endpoint',
      'Delivery of applications',
      endpointProblem(endpoint),
      `They go to ${endpoint?.host}, signed.`,
    ),
    fresh(
      'backup',
      'Backup',
      backup,
      2,
      'The operator sets BACKUP_TO; the site then makes one each day.',
    ),
    fresh(
      'drill',
      'Restore drill',
      drill,
      14,
      'With BACKUP_TO the site makes one each week; halvi drill makes one now.',
    ),
    // In a hosted project people are Sanity's.
    ...(administrators === null
      ? []
      : [
          item(
            'administrators',
            'A second administrator',
            administrators <= 1 &&
              'You are the only one. Who forgets the only password needs the operator.',
            `${administrators} people can let others in.`,
            { tool: { name: 'people', title: 'People' } },
          ),
        ]),
  ]
}

function domainProblem({ siteUrl, proxies }: LaunchFacts, origin: string): string | undefined {
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

function endpointProblem(endpoint: LaunchFacts['endpoint']): string | undefined {
  if (!endpoint) {
    return 'They are stored here only. The operator sets FORM_ENDPOINT_URL, if they are to go elsewhere.'
  }
  if (endpoint.signed) return undefined
  return `They go to ${endpoint.host}, unsigned: anybody could send it some. FORM_ENDPOINT_SECRET signs them.`
}

const dayText = (time: string) => new Date(time).toLocaleString('en-US', { dateStyle: 'medium' })

const lastText = ({ last }: LaunchFacts['backup']) =>
  `The last one was on ${last && dayText(last)}.`

/** Returns the problem of what was last done before `since`, or has failed since then. */
function ageProblem(
  { last, failed }: LaunchFacts['backup'],
  since: number,
  todo: string,
): string | undefined {
  if (failed !== null && (last === null || failed > last)) {
    return `The last one failed on ${dayText(failed)}; halvi doctor says why.`
  }
  if (last === null) return `There was none yet. ${todo}`
  return Date.parse(last) >= since ? undefined : `${lastText({ last, failed })} ${todo}`
}
