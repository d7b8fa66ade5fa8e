import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { ask } from './ask.ts'
import { type Finding, fail, problemsOr, warn } from './finding.ts'

/** Checks that settings, each valid by itself, fit together. */
export async function checkSettings(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { SITE_URL, PORT, RATE_LIMIT, TRUST_PROXY } = settings
  const isPublic = SITE_URL?.startsWith('https:') ?? false
  // Where systemd's unit sets the proxies, the running site knows them, and HOST is set as well.
  const inUnit = isPublic && TRUST_PROXY === 0 ? await proxiesOfSite(settings, signal) : 0
  const proxies = inUnit || TRUST_PROXY
  const host = inUnit ? '127.0.0.1' : settings.HOST
  const problems: Finding[] = []
  if (!SITE_URL) {
    const found = `SITE_URL is not set: canonical links lead to http://localhost:${PORT}`
    problems.push(warn(found, 'set it to the public address, such as https://halvi.com'))
  } else if (!isPublic) {
    const found = `SITE_URL is ${SITE_URL}: others can read what visitors and staff send`
    problems.push(warn(found, 'put a proxy with TLS in front and set the address with https'))
  }
  if (isPublic && proxies === 0) {
    const found = 'TRUST_PROXY is 0 behind a proxy: all visitors share the limits of one'
    problems.push(fail(found, 'set it to the number of proxies in front, usually 1'))
  }
  // In a container only those who are given the port reach it. Docker and Podman leave these files.
  const isContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))
  if (proxies > 0 && ['0.0.0.0', '::'].includes(host) && !isContainer) {
    const found = `HOST is ${host}: clients that reach the port directly can claim any address`
    problems.push(warn(found, 'set HOST=127.0.0.1, or close the port if the proxy is elsewhere'))
  }
  if (RATE_LIMIT === 'off') {
    problems.push(warn('RATE_LIMIT is off', 'remove it: anybody can fill the store of leads'))
  }
  return problemsOr(
    `${SITE_URL}, ${proxies} ${proxies === 1 ? 'proxy' : 'proxies'} in front`,
    problems,
  )
}

/** Resolves to TRUST_PROXY of the running site; NaN when it does not answer to this folder's token. */
async function proxiesOfSite(settings: Settings, signal: AbortSignal): Promise<number> {
  const file = join(settings.DATA_DIR, 'metrics-token')
  const token =
    settings.METRICS_TOKEN ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  const headers = { Authorization: `Bearer ${token}` }
  const { text } = await ask(`${localOrigin(settings)}/metrics`, signal, { headers })
  return Number(/^halvi_trusted_proxies (\S+)$/m.exec(text)?.[1])
}
