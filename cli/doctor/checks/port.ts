import { createServer } from 'node:net'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { StartError } from '../../../server/settings/start-error.ts'
import { listen } from '../../../server/start/listen.ts'
import { ask } from './ask.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks that the port is free, or that a site that is ready listens there. */
export async function checkPort(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { PORT, HOST } = settings
  if (PORT === 0) return ok('any free port')
  const origin = localOrigin(settings)
  const health = await ask(`${origin}/healthz`, signal)
  if (health.text === '{"status":"draining"}') {
    return warn(`the site on ${origin} is stopping`, 'run this again in a few seconds')
  }
  if (health.text === '{"status":"up"}') {
    const ready = await ask(`${origin}/readyz`, signal)
    if (ready.status === 200) return ok(`the site runs on ${origin} and is ready`)
    const found = `the site runs on ${origin} and is not ready: ${ready.text.slice(0, 200)}`
    return fail(found, 'look in its log for "not ready"; docs/operations.md lists the causes')
  }
  const server = createServer()
  try {
    await listen(server, PORT, HOST)
    return ok(`${PORT} is free: no site is running`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (health.status !== undefined) {
      const todo = 'end that program, or set PORT and HOST to what this machine has'
      return fail(`${error.message}, by another program`, todo)
    }
    return fail(
      `${error.message}, and does not answer /healthz: this site under a flood, or another program`,
      'ss -ltnp names it: if it is the site, see its log for limits that are reached; otherwise set PORT and HOST',
    )
  } finally {
    server.close()
  }
}
