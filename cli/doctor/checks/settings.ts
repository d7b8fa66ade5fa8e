import { existsSync } from 'node:fs'
import type { Settings } from 'halvi-site/settings/settings'
import { type Finding, fail, problemsOr, warn } from './finding.ts'

/** Checks that the settings, each of which is valid, fit together. */
export async function checkSettings(settings: Settings): Promise<Finding[]> {
  const { SITE_URL, PORT, HOST, RATE_LIMIT, TRUST_PROXY } = settings
  const isPublic = SITE_URL?.startsWith('https:') ?? false
  const problems: Finding[] = []
  if (!SITE_URL) {
    const found = `SITE_URL is not set: canonical links start with http://localhost:${PORT}`
    problems.push(warn(found, 'set it to the public URL, such as https://halvi.com'))
  } else if (!isPublic) {
    const found = `SITE_URL is ${SITE_URL}: without https, others can read what visitors and staff send`
    problems.push(warn(found, 'put a proxy with TLS in front of the site, and set an https URL'))
  }
  if (isPublic && TRUST_PROXY === 0) {
    const found = 'TRUST_PROXY is 0 behind a proxy: all visitors share one rate limit'
    problems.push(fail(found, 'set it to the number of proxies in front of the site, usually 1'))
  }
  // The port of a container is reachable only if it is published. Docker and Podman create these files.
  const isContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file))
  if (TRUST_PROXY > 0 && ['0.0.0.0', '::'].includes(HOST) && !isContainer) {
    const found = `HOST is ${HOST}: clients that bypass the proxy can fake their IP address`
    const todo = 'set HOST=127.0.0.1; if the proxy is on another machine, block the port for others'
    problems.push(warn(found, todo))
  }
  if (RATE_LIMIT === 'off') {
    problems.push(warn('RATE_LIMIT is off', 'remove it: anybody can flood the site with leads'))
  }
  return problemsOr(`the site is ${SITE_URL}, behind ${TRUST_PROXY} proxies`, problems)
}
