import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, problemsOr, warn } from './finding.ts'

/** Checks that the settings, each of which is valid, fit together. */
export async function checkSettings(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { SITE_URL, PORT, RATE_LIMIT, TRUST_PROXY } = settings
  const isPublic = SITE_URL?.startsWith('https:') ?? false
  // The systemd unit sets TRUST_PROXY and HOST for the site only. Then the running site's metrics have the value.
  const inUnit = isPublic && TRUST_PROXY === 0 ? await proxiesOfSite(settings, signal) : 0
  const proxies = inUnit || TRUST_PROXY
  const host = inUnit ? '127.0.0.1' : settings.HOST
  const problems: Finding[] = []
  if (!SITE_URL) {
    const found = `SITE_URL is not set: canonical links start with http://localhost:${PORT}`
    problems.push(warn(found, 'set it to the public URL, such as https://halvi.com'))
  } else if (!isPublic) {
    const found = `SITE_URL is ${SITE_URL}: without https, others can read what visitors and staff send`
    problems.push(warn(found, 'put a proxy with TLS in front of the site, and set an https URL'))
  }
  if (isPublic && proxies === 0) {
    const found = 'TRUST_PROXY is 0 behind a proxy: all visitors share one rate limit'
    problems.push(fail(found, 'set it to the number of proxies in front of the site, usually 1'))
  }
  // The port of a container is reachable only if it is published. Docker and Podman create these files.
  const isContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))
  if (proxies > 0 && ['0.0.0.0', '::'].includes(host) && !isContainer) {
    const found = `HOST is ${host}: clients that bypass the proxy can fake their IP address`
    const todo = 'set HOST=127.0.0.1; if the proxy is on another machine, block the port for others'
    problems.push(warn(found, todo))
  }
  if (RATE_LIMIT === 'off') {
    problems.push(warn('RATE_LIMIT is off', 'remove it: anybody can flood the site with leads'))
  }
  return problemsOr(
    `${SITE_URL}, ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'} in front`,
    problems,
  )
}

/** Resolves to TRUST_PROXY of the running site, or to NaN if its metrics can't be read. */
async function proxiesOfSite(settings: Settings, signal: AbortSignal): Promise<number> {
  const file = join(settings.DATA_DIR, 'metrics-token')
  const token =
    settings.METRICS_TOKEN ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  const headers = { Authorization: `Bearer ${token}` }
  const { text } = await ask(`${localOrigin(settings)}/metrics`, signal, { headers })
  return Number(/^halvi_trusted_proxies (\S+)$/m.exec(text)?.[1])
}
