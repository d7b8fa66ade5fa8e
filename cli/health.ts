import { reasonOf } from 'halvi-kit/reason'
import { localOrigin } from 'halvi-site/settings/local-origin'
import { CommandError, defineCommand } from './command.ts'

/** The timeout of the request, in milliseconds. It is longer than the timeout of `/readyz` itself. */
const timeoutMs = 5_000

/** Asks the running site whether it is ready, or whether it accepts requests. */
export default defineCommand({
  usage: 'health',
  description: `Checks whether the site on this machine is ready. Exits with 1 if it is not.
  --serving   only checks that the site accepts requests, even if a database is unreachable`,
  examples: [
    [
      'halvi health',
      'requests /readyz on HOST and PORT; fails if PostgreSQL or Sanity is unreachable',
    ],
    ['halvi health --serving', 'requests /healthz; for health checks of containers'],
  ],
  options: { serving: { type: 'boolean' } },
  async run({ settings, stdout }, { serving }) {
    const url = `${localOrigin(settings)}${serving ? '/healthz' : '/readyz'}`
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
      const reason = reasonOf(error.cause ?? error)
      throw new CommandError(`No response from ${url}: ${reason}. Check that the site is running.`)
    })
    const answer = await response.text()
    if (!response.ok) {
      throw new CommandError(
        `${url} returned ${response.status}: ${answer}. To find the cause, run halvi doctor`,
      )
    }
    stdout.write(serving ? 'serving\n' : 'ready\n')
    return 0
  },
})
