import { reasonOf } from '../app/leads/reason.ts'
import { localOrigin } from '../server/settings/local-origin.ts'
import { CommandError, defineCommand } from './command.ts'

/** Longer than `/readyz` itself takes at most, in milliseconds. */
const timeoutMs = 5_000

/** Asks the running site whether it is ready. */
export default defineCommand({
  usage: 'health',
  description: 'Asks the site that runs here whether it is ready. Exits with 1 when it is not.',
  examples: [['halvi health', 'asks /readyz on HOST and PORT; the health check of containers']],
  options: {},
  arguments: [0, 0],
  async run({ settings, stdout }) {
    const url = `${localOrigin(settings)}/readyz`
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
      throw new CommandError(`${url} does not answer: ${reasonOf(error.cause ?? error)}`)
    })
    const answer = await response.text()
    if (!response.ok) throw new CommandError(`${url} answers ${response.status}: ${answer}`)
    stdout.write('ready\n')
    return 0
  },
})
