import type { Settings } from '../../../server/settings/settings.ts'
import { askRunningSite } from '../ask-running-site.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { judge, reach } from './tls.ts'

/** The endpoint takes connections, with a certificate that is good, and no lead waits for it. No lead is sent. */
export async function checkEndpoint(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { FORM_ENDPOINT_URL, FORM_ENDPOINT_SECRET } = settings
  if (!FORM_ENDPOINT_URL) return ok('FORM_ENDPOINT_URL is not set: leads are stored only')
  const { host, hostname, protocol } = new URL(FORM_ENDPOINT_URL)
  const reached = await reach(FORM_ENDPOINT_URL, signal)
  if ('error' in reached) {
    const todo =
      'see that it runs and is reached from here; leads wait, and are sent when it is back'
    return fail(`${host} can't be reached: ${reached.error}`, todo)
  }
  if (reached.certificate) {
    const judged = judge(reached.certificate, host)
    if (judged.status !== 'ok') return judged
  }
  if (protocol === 'http:' && !isHere(hostname)) {
    const found = `leads go to ${host} without encryption`
    return warn(found, 'set FORM_ENDPOINT_URL to an address with https')
  }
  const site = await askRunningSite(settings, signal)
  if (site && site.pendingLeads > 0) {
    const { pendingLeads, oldestPendingSeconds } = site
    const leads = pendingLeads === 1 ? '1 lead waits' : `${pendingLeads} leads wait`
    const seconds = Math.round(oldestPendingSeconds)
    const found = `${host} is reached, and ${leads} for it, the oldest for ${seconds} s`
    return warn(found, 'halvi leads list shows which, halvi leads show ID why the last try failed')
  }
  const signed = FORM_ENDPOINT_SECRET ? 'signed' : 'not signed: see FORM_ENDPOINT_SECRET'
  return ok(`${host} is reached; deliveries are ${signed}`)
}

/** On this machine nobody is in between. */
function isHere(hostname: string): boolean {
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
