import { once } from 'node:events'
import { forkProgram, type PassedVariables } from 'halvi-runtime/processes/fork-program'
import { OperatorError } from '../operator-error.ts'

/** How the site to check is started. */
interface SiteOptions {
  dataDir: string
  databaseUrl?: string | undefined
  /** Further settings of this process; by default none that would send, deliver, or back up. */
  passed?: PassedVariables
  /** Logs errors on standard error. */
  isLogged?: boolean
}

const contentSettings: PassedVariables = [
  'SANITY_PROJECT_ID',
  'SANITY_DATASET',
  'SANITY_READ_TOKEN',
]

const timeoutMs = 90_000

/** Statuses of the front page and of `/readyz`, or why the site did not start. */
export type SiteAnswer = { page: number; ready: number } | { error: string }

/**
 * Starts the site on a data folder, in a process of its own, on loopback and without a form endpoint, and requests its
 * front page. The site writes to the folder, as every start does.
 *
 * @throws OperatorError when the site does not start
 */
export async function answerOfSite(options: SiteOptions): Promise<{ page: number; ready: number }> {
  const { dataDir, databaseUrl, passed = contentSettings, isLogged = false } = options
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  const program = new URL(isSource ? '../check-site-program.ts' : './check-site.js', url)
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
    let answer: SiteAnswer = { error: 'the process exited without a result' }
    child.on('message', (message) => {
      answer = message as SiteAnswer
    })
    await once(child, 'exit')
    if ('error' in answer) throw new OperatorError(`The site does not start: ${answer.error}`)
    return answer
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** @throws OperatorError unless the site starts on a restored backup and answers with its front page */
export async function checkSite(dataDir: string): Promise<void> {
  const { page, ready } = await answerOfSite({ dataDir })
  if (page !== 200) throw new OperatorError(`The site answers its front page with ${page}`)
  if (ready !== 200) throw new OperatorError(`The site does not become ready: ${ready}`)
}
