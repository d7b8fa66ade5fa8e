import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, ok, warn } from './finding.ts'
import { judge, reach } from './tls.ts'

/** What visitors meet at SITE_URL: a certificate that is good, and behind it this site. */
export async function checkSiteAddress(
  { SITE_URL }: Settings,
  signal: AbortSignal,
): Promise<Finding> {
  if (!SITE_URL?.startsWith('https:')) return ok('no certificate: SITE_URL has no https')
  const { host } = new URL(SITE_URL)
  const reached = await reach(SITE_URL, signal)
  if ('error' in reached) {
    const found = `${host} can't be reached from here: ${reached.error}`
    return warn(
      found,
      'see that the name leads here and that the proxy runs; try it from elsewhere',
    )
  }
  const judged = reached.certificate ? judge(reached.certificate, host) : ok(host)
  if (judged.status === 'FAIL') return judged
  const answer = await statusAt(`${SITE_URL}/healthz`, signal)
  if (answer === 'up') return judged
  const found = `${host} answers, and not with this site: ${answer}`
  return warn(found, 'see that the site runs, and where the proxy leads')
}

async function statusAt(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal })
    const text = await response.text()
    return text === '{"status":"up"}' ? 'up' : `status ${response.status}`
  } catch (error) {
    return reasonOf(error instanceof Error ? (error.cause ?? error) : error)
  }
}
