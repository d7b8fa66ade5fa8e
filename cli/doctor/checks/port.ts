import { createServer } from 'node:net'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { StartError } from '../../../server/settings/start-error.ts'
import { listen } from '../../../server/start/listen.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** The port is free, or a site that is ready listens there. */
export async function checkPort(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { PORT, HOST } = settings
  if (PORT === 0) return ok('any free port')
  const origin = localOrigin(settings)
  const health = await ask(`${origin}/healthz`, signal)
  if (health?.body.status === 'up') return readiness(origin, signal)
  if (health?.body.status === 'draining') {
    return warn(`the site on ${origin} is stopping`, 'run this again in a few seconds')
  }
  const server = createServer()
  try {
    await listen(server, PORT, HOST)
    return ok(`${PORT} is free: no site is running`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (health) {
      return fail(
        `${error.message}, by another program`,
        'end that one, or set PORT and HOST to what this machine has',
      )
    }
    return fail(
      `${error.message}, and does not answer /healthz: this site under a flood, or another program`,
      'ss -ltnp names it: if it is the site, see its log for limits that are reached; otherwise set PORT and HOST',
    )
  } finally {
    server.close()
  }
}

async function readiness(origin: string, signal: AbortSignal): Promise<Finding> {
  const ready = await ask(`${origin}/readyz`, signal)
  if (ready?.status === 200) return ok(`the site runs on ${origin} and is ready`)
  const failing = ready?.body.failing
  const what = Array.isArray(failing) ? failing.join(' and ') : 'everything'
  return fail(
    `the site runs on ${origin} and is not ready: no answer of ${what}`,
    'look into its log for "not ready"; docs/operations.md says what it may be',
  )
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Undefined when there is no answer in HTTP; the body is empty when it is not JSON. */
async function ask(url: string, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    const body: unknown = await response.json().catch(() => null)
    const { status } = response
    return { status, body: typeof body === 'object' && body !== null ? { ...body } : {} }
  } catch {
    return undefined
  }
}
