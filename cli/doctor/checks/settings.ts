import { existsSync } from 'node:fs'
import type { Settings } from '../../../server/settings/settings.ts'
import { askRunningSite } from '../ask-running-site.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Settings that are allowed, each by itself, and do not fit together. */
export async function checkSettings(given: Settings, signal: AbortSignal): Promise<Finding[]> {
  const settings = await withTrustOfSite(given, signal)
  const { SITE_URL, TRUST_PROXY, RATE_LIMIT } = settings
  const findings = [address(settings), proxy(settings)]
  if (RATE_LIMIT === 'off') {
    findings.push(warn('RATE_LIMIT is off', 'remove it: anybody can fill the store of leads'))
  }
  const wrong = findings.filter((finding) => finding !== undefined)
  if (wrong.length > 0) return wrong
  return [ok(`${SITE_URL}, ${TRUST_PROXY} ${TRUST_PROXY === 1 ? 'proxy' : 'proxies'} in front`)]
}

/** The settings, with TRUST_PROXY and HOST as the running site has them where systemd's unit sets them. */
async function withTrustOfSite(settings: Settings, signal: AbortSignal): Promise<Settings> {
  if (settings.TRUST_PROXY > 0 || !settings.SITE_URL?.startsWith('https:')) return settings
  const site = await askRunningSite(settings, signal)
  if (!site || !(site.trustProxy > 0)) return settings
  return { ...settings, TRUST_PROXY: site.trustProxy, HOST: '127.0.0.1' }
}

function address({ SITE_URL, PORT }: Settings): Finding | undefined {
  if (!SITE_URL) {
    const found = `SITE_URL is not set: canonical links lead to http://localhost:${PORT}`
    return warn(found, 'set it to the public address, such as https://halvi.com')
  }
  if (SITE_URL.startsWith('https:')) return undefined
  const found = `SITE_URL is ${SITE_URL}: what visitors and staff send can be read on its way`
  return warn(found, 'put a proxy with TLS in front and set the address with https')
}

function proxy({ SITE_URL, TRUST_PROXY, HOST }: Settings): Finding | undefined {
  if (TRUST_PROXY === 0 && SITE_URL?.startsWith('https:')) {
    const found = 'TRUST_PROXY is 0 behind a proxy: all visitors share the limits of one'
    return fail(found, 'set it to the number of proxies in front, mostly 1')
  }
  if (TRUST_PROXY > 0 && ['0.0.0.0', '::'].includes(HOST) && !inContainer()) {
    const found = `HOST is ${HOST}: whoever reaches the port directly can claim any address`
    return warn(found, 'set HOST=127.0.0.1 where the proxy is on this machine, or close the port')
  }
  return undefined
}

/** There the port is reached by who is given it alone. Docker and Podman leave these files. */
function inContainer(): boolean {
  return ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))
}
