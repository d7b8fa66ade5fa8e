import { once } from 'node:events'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, ok, problemsOr, warn } from './finding.ts'
import { readLeadStore } from './lead-store.ts'

/** Checks that SITE_URL has a valid certificate and leads to this site. */
export async function checkSiteAddress(
  { SITE_URL }: Settings,
  signal: AbortSignal,
): Promise<Finding> {
  if (!SITE_URL?.startsWith('https:')) return ok('not checked: SITE_URL is not an https URL')
  const connection = await connect(SITE_URL, signal, (found) =>
    warn(`${found} from this machine`, 'check DNS and the proxy; try it from another machine'),
  )
  if (connection.status === 'FAIL') return connection
  const { status, text } = await ask(`${SITE_URL}/healthz`, signal)
  if (connection.status === 'warn' || text === '{"status":"up"}') return connection
  const found = `${new URL(SITE_URL).host}/healthz is not this site's: ${status ?? text}`
  return warn(found, 'check that the site is running, and that the proxy forwards to it')
}

/** Checks that the form endpoint accepts connections and has accepted every lead. Sends no lead. */
export async function checkEndpoint(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const findings = [await checkReachable(settings, signal), ...(await checkUndelivered(settings))]
  return problemsOr(findings.map(({ found }) => found).join('; '), findings)
}

async function checkReachable(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { FORM_ENDPOINT_URL, FORM_ENDPOINT_SECRET } = settings
  if (!FORM_ENDPOINT_URL) return ok('FORM_ENDPOINT_URL is not set: leads are stored only')
  const { host, hostname, protocol } = new URL(FORM_ENDPOINT_URL)
  const connection = await connect(FORM_ENDPOINT_URL, signal, (found) =>
    fail(found, 'start it, or open the network to it; leads are stored and delivered later'),
  )
  if (connection.status !== 'ok') return connection
  // On one machine, encryption is not needed.
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    const found = `leads are sent to ${host} without encryption`
    return warn(found, 'set FORM_ENDPOINT_URL to an https URL')
  }
  const signed = FORM_ENDPOINT_SECRET ? 'signed' : 'not signed (FORM_ENDPOINT_SECRET is not set)'
  return ok(`${host} is reachable; deliveries are ${signed}`)
}

/** A lead that is pending for longer, in milliseconds, is a failure. The first retries take less time. */
const maxPendingMs = 10 * 60_000

async function checkUndelivered(settings: Settings): Promise<Finding[]> {
  const store = await readLeadStore(settings)
  if (!store) return []
  if ('error' in store) {
    return [warn("undelivered leads can't be counted", 'see the result of the check "database"')]
  }
  return store.undelivered.map(({ state, leads, oldest }) => {
    const count = leads === 1 ? '1 lead' : `${leads} leads`
    if (state === 'exhausted') {
      const todo = 'fix the endpoint, then run halvi leads replay --exhausted'
      return warn(`delivery of ${count} was given up`, todo)
    }
    const found = `${count} pending since ${oldest.slice(0, 19)}Z`
    if (Date.now() - Date.parse(oldest) > maxPendingMs) {
      const todo = 'fix the endpoint; leads are then delivered automatically'
      return fail(found, `${todo}; halvi leads show ID shows the last error`)
    }
    if (!settings.FORM_ENDPOINT_URL) return ok(found)
    return warn(found, 'halvi leads list shows them; halvi leads show ID shows the last error')
  })
}

/**
 * Connects to a URL's host, with TLS for https, and disconnects without sending a request. Resolves to a finding
 * about the certificate, to `ok` without TLS, or to the result of `unreachable` if the connection fails.
 *
 * @param unreachable turns the reason of a failed connection into a finding
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
    ? // Accepts any certificate, to report its error. No data is sent.
      connectTls({ ...options, servername: isIP(host) ? '' : host, rejectUnauthorized: false })
    : connectPlain(options)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: deadline })
    return isTls ? checkCertificate(socket as TLSSocket, name) : ok(name)
  } catch (error) {
    const reason = deadline.aborted ? 'timeout after 5 s' : reasonOf(error)
    return unreachable(`${name} is unreachable (${reason})`)
  } finally {
    // The socket can emit another error while it closes.
    socket.on('error', () => {}).destroy()
  }
}

/** With fewer days left, the renewal has failed: clients of Let's Encrypt renew 30 days before the end. */
const renewalDays = 14

function checkCertificate(socket: TLSSocket, host: string): Finding {
  const { valid_to } = socket.getPeerCertificate()
  const days = Math.floor((Date.parse(valid_to) - Date.now()) / 86_400_000)
  if (days < 0) return fail(`the certificate of ${host} expired ${-days} days ago`, 'renew it')
  if (!socket.authorized) {
    const found = `the certificate of ${host} is not trusted: ${reasonOf(socket.authorizationError)}`
    return fail(found, 'get a certificate for this name from a public certificate authority')
  }
  const found = `the certificate of ${host} is valid for ${days} more days`
  if (days >= renewalDays) return ok(found)
  return warn(found, "check the proxy's log: the certificate should have been renewed by now")
}
