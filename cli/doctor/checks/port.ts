import { createServer } from 'node:net'
import { listen } from 'halvi-kit/http/listen'
import { StartError } from 'halvi-kit/processes/start-error'
import { reasonOf } from 'halvi-kit/reason'
import { localOrigin } from 'halvi-site/settings/local-origin'
import type { Settings } from 'halvi-site/settings/settings'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks that the port is free, or that the site listens on it and is ready. */
export async function checkPort(settings: Settings, signal: AbortSignal): Promise<Finding> {
  const { PORT, HOST } = settings
  if (PORT === 0) return ok('PORT is 0: the site uses any free port')
  const origin = localOrigin(settings)
  const health = await textOf(`${origin}/healthz`, signal)
  if (health === '{"status":"draining"}') {
    return warn(`the site on ${origin} is stopping`, 'run this again in a few seconds')
  }
  if (health === '{"status":"up"}') {
    const ready = await textOf(`${origin}/readyz`, signal)
    if (ready === '{"status":"ready"}') return ok(`the site is running on ${origin} and is ready`)
    const found = `the site is running on ${origin} but is not ready: ${ready.slice(0, 200)}`
    return fail(found, 'search its log for "not ready"; docs/operate/runbook.md lists the causes')
  }
  const server = createServer()
  try {
    await listen(server, PORT, HOST)
    return ok(`port ${PORT} is free: the site is not running`)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const found = `${error.message}, and /healthz is not this site's: another program, or this site under overload`
    return fail(found, 'find the program with ss -ltnp; stop it, or set another PORT and HOST')
  } finally {
    server.close()
  }
}

/** Resolves to the text of a response, or to the reason why the request failed. */
async function textOf(url: string, signal: AbortSignal): Promise<string> {
  try {
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(5_000)])
    return await (await fetch(url, { redirect: 'manual', signal: timeout })).text()
  } catch (error) {
    return reasonOf(error)
  }
}
