import { createServer } from 'node:net'
import { localOrigin } from '../../../server/settings/local-origin.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { StartError } from '../../../server/settings/start-error.ts'
import { listen } from '../../../server/start/listen.ts'
import { ask } from './ask.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks that the port is free, or that the site listens on it and is ready. */
export async function checkPort(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { PORT, HOST } = settings
  if (PORT === 0) return ok('PORT is 0: the site uses any free port')
  const origin = localOrigin(settings)
  const health = await ask(`${origin}/healthz`, signal)
  if (health.text === '{"status":"draining"}') {
    return warn(`the site on ${origin} is stopping`, 'run this again in a few seconds')
  }
  if (health.text === '{"status":"up"}') {
    const ready = await ask(`${origin}/readyz`, signal)
    if (ready.status === 200) return ok(`the site is running on ${origin} and is ready`)
    const found = `the site is running on ${origin} but is not ready: ${ready.text.slice(0, 200)}`
    return fail(found, 'search its log for "not ready"; docs/operate/runbook.md lists the causes')
  }
  const server = createServer()
  try {
    await listen(server, PORT, HOST)
    return ok(`port ${PORT} is free: the site is not running`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (health.status !== undefined) {
      const todo = 'stop that program, or set PORT and HOST to values that are free on this machine'
      return fail(`${error.message}, by another program`, todo)
    }
    return fail(
      `${error.message}, and /healthz returns no response: another program, or this site under overload`,
      'find the program with ss -ltnp; if it is the site, search its log for connection limits; otherwise set PORT and HOST',
    )
  } finally {
    server.close()
  }
}
