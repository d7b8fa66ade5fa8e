import { once } from 'node:events'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'
import { readLeadStore } from './lead-store.ts'

/** Checks what visitors meet at SITE_URL: a valid certificate, and this site behind it. */
export async function checkSiteAddress(
  { SITE_URL }: Settings,
  signal: AbortSignal,
): Promise<Finding> {
  if (!SITE_URL?.startsWith('https:')) return ok('no certificate: SITE_URL has no https')
  const connection = await connect(SITE_URL, signal, (found) =>
    warn(`${found} from here`, 'check the proxy and where the name leads; try it from elsewhere'),
  )
  if (connection.status === 'FAIL') return connection
  const { status, text } = await ask(`${SITE_URL}/healthz`, signal)
  if (connection.status === 'warn' || text === '{"status":"up"}') return connection
  const found = `${new URL(SITE_URL).host} does not lead to this site: ${status ?? text}`
  return warn(found, 'check that the site runs, and where the proxy leads')
}

/** Checks that the form endpoint takes connections, and has accepted every lead. Sends no lead. */
export async function checkEndpoint(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const findings = [await checkReach(settings, signal), ...(await checkUndelivered(settings))]
  return problemsOr(findings.map(({ found }) => found).join('; '), findings)
}

async function checkReach(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { FORM_ENDPOINT_URL, FORM_ENDPOINT_SECRET } = settings
  if (!FORM_ENDPOINT_URL) return ok('FORM_ENDPOINT_URL is not set: leads are stored only')
  const { host, hostname, protocol } = new URL(FORM_ENDPOINT_URL)
  const connection = await connect(FORM_ENDPOINT_URL, signal, (found) =>
    fail(found, 'check that it runs and is reachable from here; leads wait, and are sent later'),
  )
  if (connection.status !== 'ok') return connection
  // Nobody listens between two programs of one machine.
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    const found = `leads go to ${host} without encryption`
    return warn(found, 'set FORM_ENDPOINT_URL to an address with https')
  }
  const signed = FORM_ENDPOINT_SECRET ? 'signed' : 'not signed: see FORM_ENDPOINT_SECRET'
  return ok(`${host} is reached; deliveries are ${signed}`)
}

/** The first retries have ended by then, in milliseconds: an endpoint with a hiccup has the lead. */
const lateMs = 10 * 60_000

async function checkUndelivered(settings: Settings): Promise<Finding[]> {
  const store = await readLeadStore(settings)
  if (!store) return []
  if ('error' in store) return [warn("leads can't be counted", 'see the line of the database')]
  return store.undelivered.map(({ state, leads, oldest }) => {
    const [counted, wait, are] =
      leads === 1 ? ['1 lead', 'waits', 'is'] : [`${leads} leads`, 'wait', 'are']
    if (state === 'exhausted') {
      const todo = 'fix the endpoint, then halvi leads replay --exhausted'
      return warn(`${counted} ${are} no longer sent`, todo)
    }
    const found = `${counted} ${wait} for the endpoint since ${oldest.slice(0, 19)}Z`
    if (Date.now() - Date.parse(oldest) > lateMs) {
      return fail(found, 'fix the endpoint: they are sent then; halvi leads show has the error')
    }
    if (!settings.FORM_ENDPOINT_URL) return ok(found)
    return warn(found, 'halvi leads list shows them, halvi leads show ID the last error')
  })
}

/**
 * Connects to a URL's host, with TLS where it has https, and disconnects without sending a request. Resolves to
 * a finding about its certificate, to `ok` without TLS, or to what `unreachable` makes of the reason.
 */
async function connect(
  url: string,
  signal: AbortSignal,
  unreachable: (found: string) => Finding,
): Promise<Finding> {
  const { protocol, hostname, host: name, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'https:'
  const options = { host, port: Number(port) || (isTls ? 443 : 80) }
  const socket = isTls
    ? // Accepts any certificate, to say what is wrong with it. Nothing is sent.
      connectTls({ ...options, servername: isIP(host) ? '' : host, rejectUnauthorized: false })
    : connectPlain(options)
  const limit = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: limit })
    return isTls ? checkCertificate(socket as TLSSocket, name) : ok(name)
  } catch (error) {
    const reason = limit.aborted ? 'no answer within 5 s' : reasonOf(error)
    return unreachable(`${name} can't be reached (${reason})`)
  } finally {
    // It can fail again while it is closed.
    socket.on('error', () => {}).destroy()
  }
}

/** Fewer days left mean that renewal failed: Let's Encrypt's clients renew at 30. */
const renewalDays = 14

function checkCertificate(socket: TLSSocket, host: string): Finding {
  const { valid_to } = socket.getPeerCertificate()
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / 86_400_000)
  if (days < 0) return fail(`the certificate of ${host} ended ${-days} days ago`, 'renew it')
  if (!socket.authorized) {
    const found = `the certificate of ${host} is not believed: ${reasonOf(socket.authorizationError)}`
    return fail(found, 'get one for this name from a public authority')
  }
  const found = `the certificate of ${host} is good for ${days} days`
  if (days >= renewalDays) return ok(found)
  return warn(found, "the proxy's log says why it was not renewed")
}
