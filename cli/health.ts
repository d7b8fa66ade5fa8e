import { reasonOf } from 'halvi-runtime/reason'
import { localOrigin } from '../server/settings/local-origin.ts'
import { CommandError, defineCommand } from './command.ts'

/** Longer than `/readyz` itself takes at most, in milliseconds. */
const timeoutMs = 5_000

/** Asks the running site whether it is ready, or whether it takes requests. */
export default defineCommand({
  usage: 'health',
  description: `Asks the site that runs here whether it is ready. Exits with 1 when it is not.
  --serving   whether it takes requests, with or without its stores`,
  examples: [
    ['halvi health', 'asks /readyz on HOST and PORT; 1 while PostgreSQL or Sanity is unreachable'],
    ['halvi health --serving', 'asks /healthz; 1 only when no requests are taken, for containers'],
  ],
  options: { serving: { type: 'boolean' } },
  arguments: [0, 0],
  async run({ settings, stdout }, { serving }) {
    const url = `${localOrigin(settings)}${serving ? '/healthz' : '/readyz'}`
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
      throw new CommandError(`${url} does not answer: ${reasonOf(error.cause ?? error)}`)
    })
    const answer = await response.text()
    if (!response.ok) throw new CommandError(`${url} answers ${response.status}: ${answer}`)
    stdout.write(serving ? 'serving\n' : 'ready\n')
    return 0
  },
})
