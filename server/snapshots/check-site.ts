import { once } from 'node:events'
import { forkProgram, type PassedVariables } from 'halvi-runtime/processes/fork-program'
import { workerProgram } from 'halvi-runtime/processes/fork-worker'
import { OperatorError } from '../operator-error.ts'

/** Options for starting the site that is checked. */
interface SiteOptions {
  dataDir: string
  databaseUrl?: string | undefined
  /**
   * Further settings of this process to pass on. The default does not include settings for sending, delivering, or
   * backing up.
   */
  passed?: PassedVariables
  /** Whether the site logs errors to standard error. */
  isLogged?: boolean
}

const contentSettings: PassedVariables = [
  'SANITY_PROJECT_ID',
  'SANITY_DATASET',
  'SANITY_READ_TOKEN',
]

const timeoutMs = 90_000

/** The statuses of the home page and of `/readyz`, or the reason why the site did not start. */
export type SiteResult = { page: number; ready: number } | { error: string }

/**
 * Starts the site on a data folder in a child process, and requests its home page. The site listens on loopback and
 * has no form endpoint. It writes to the folder, as at every start.
 *
 * @throws OperatorError when the site does not start
 */
export async function requestSite(options: SiteOptions): Promise<{ page: number; ready: number }> {
  const { dataDir, databaseUrl, passed = contentSettings, isLogged = false } = options
  const program = workerProgram('../check-site-program.ts', './check-site.js', import.meta.url)
  const child = forkProgram(program, {
    passed,
    stdio: ['ignore', 'ignore', isLogged ? 'inherit' : 'ignore'],
    env: {
      ...{ NODE_ENV: 'production', LOG_LEVEL: isLogged ? 'error' : 'silent', DATA_DIR: dataDir },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    let answer: SiteResult = { error: 'the process exited without a result' }
    child.on('message', (message) => {
      answer = message as SiteResult
    })
    await once(child, 'exit')
    if ('error' in answer) throw new OperatorError(`The site does not start: ${answer.error}`)
    return answer
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/**
 * Checks that the site starts on restored data and serves its home page.
 *
 * @throws OperatorError otherwise
 */
export async function checkSite(dataDir: string): Promise<void> {
  const { page, ready } = await requestSite({ dataDir })
  if (page !== 200) throw new OperatorError(`The home page of the site returned status ${page}`)
  if (ready !== 200)
    throw new OperatorError(`The site did not become ready: /readyz returned status ${ready}`)
}
