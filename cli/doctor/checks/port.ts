import { createServer } from 'node:net'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { StartError } from '../../../server/settings/start-error.ts'
import { listen } from '../../../server/start/listen.ts'
import { type Finding, fail, ok } from './finding.ts'

/** The port is free, or a site that is ready listens there. */
export async function checkPort(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { PORT, HOST } = settings
  if (PORT === 0) return ok('any free port')
  const origin = localOrigin(settings)
  const health = await ask(`${origin}/healthz`, signal)
  if (health?.body.status === 'up') return readiness(origin, signal)
  const server = createServer()
  try {
    await listen(server, PORT, HOST)
    return ok(`${PORT} is free: no site is running`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return fail(
      `${error.message}, by another program`,
      'end that one, or set PORT and HOST to what this machine has',
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

/** Undefined for whoever speaks no HTTP or JSON. */
async function ask(url: string, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
    })
    const body: unknown = await response.json()
    const { status } = response
    return { status, body: typeof body === 'object' && body !== null ? { ...body } : {} }
  } catch {
    return undefined
  }
}
