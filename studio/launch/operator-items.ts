import type { LaunchFacts } from 'halvi-leads/contract'
import { type Item, item } from './item.ts'

const dayMs = 86_400_000

/** Returns the checklist items about server settings, which the operator changes. */
export function operatorItems(
  facts: LaunchFacts,
  { now, origin }: { now: number; origin: string },
): Item[] {
  const { siteUrl, endpoint, lastBackup, administrators } = facts
  return [
    item(
      'domain',
      'Domain',
      domainProblem(facts, origin),
      `The site is at ${siteUrl}, behind a TLS proxy.`,
    ),
    item(
      'endpoint',
      'Application delivery',
      endpointProblem(endpoint),
      `Applications are delivered to ${endpoint?.host}, signed.`,
    ),
    item(
      'backup',
      'Backup',
      backupProblem(lastBackup, now),
      `Last: ${lastBackup && dayText(lastBackup)}.`,
    ),
    // In a hosted project, Sanity manages accounts.
    ...(administrators === null
      ? []
      : [
          item(
            'administrators',
            'Add a second administrator',
            administrators <= 1 &&
              'You’re the only administrator. If you lose your password, only the server operator can let you back in.',
            `There are ${administrators} administrators.`,
            { tool: { name: 'people', title: 'People' } },
          ),
        ]),
  ]
}

function domainProblem({ siteUrl, proxies }: LaunchFacts, origin: string): string | undefined {
  if (!siteUrl) return 'Ask the operator to set SITE_URL to the site’s public URL.'
  if (!siteUrl.startsWith('https:')) {
    return `${siteUrl} doesn’t use TLS, so others can read what visitors send. Ask the operator to set up a TLS proxy.`
  }
  if (proxies === 0) {
    return 'Ask the operator to set TRUST_PROXY. Without it, all visitors share one rate limit.'
  }
  if (origin !== siteUrl) {
    return `You opened the Studio at ${origin}. Open it at ${siteUrl} to check that it works there.`
  }
  return undefined
}

function endpointProblem(endpoint: LaunchFacts['endpoint']): string | undefined {
  if (!endpoint) {
    return 'Applications are only stored here. To deliver them elsewhere, ask the operator to set FORM_ENDPOINT_URL.'
  }
  if (endpoint.signed) return undefined
  return `Applications are delivered to ${endpoint.host} without a signature, so anyone could send fake ones. Ask the operator to set FORM_ENDPOINT_SECRET.`
}

const dayText = (time: string) => new Date(time).toLocaleString('en-US', { dateStyle: 'medium' })

function backupProblem(last: string | null, now: number): string | undefined {
  if (last !== null && now - Date.parse(last) < 2 * dayMs) return undefined
  const found = last === null ? 'No backup yet.' : `Last: ${dayText(last)}.`
  return `${found} Ask the operator to run halvi backup every day.`
}
