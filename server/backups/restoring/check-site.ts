import { once } from 'node:events'
import { forkProgram } from 'halvi-runtime/processes/fork-program'
import { BackupError } from '../backup-error.ts'

/** What is passed on to the site: nothing that would send, deliver, or back up. */
const passed = ['SANITY_PROJECT_ID', 'SANITY_DATASET', 'SANITY_READ_TOKEN']

/** So long it may take, in milliseconds. */
const timeoutMs = 90_000

/** What the site's process says once it knows. */
export type SiteAnswer = { page: number; ready: number } | { error: string }

/**
 * Starts the real site on a data folder, in a process of its own, on loopback and without an endpoint, and
 * has it render its front page. The folder is written to, as by any start.
 *
 * @throws BackupError when the site does not start, or does not answer by a page
 */
export async function checkSite(dataDir: string): Promise<void> {
  const { url } = import.meta
  const isSource = url.endsWith('.ts')
  const program = new URL(isSource ? '../../ask-site-program.ts' : './check-site.js', url)
  const child = forkProgram(program, {
    passed,
    env: { NODE_ENV: 'production', LOG_LEVEL: 'silent', DATA_DIR: dataDir },
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  try {
    let answer: SiteAnswer = { error: 'it ended without a word' }
    child.on('message', (message) => {
      answer = message as SiteAnswer
    })
    await once(child, 'exit')
    assertAnswers(answer)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

function assertAnswers(answer: SiteAnswer): void {
  if ('error' in answer) throw new BackupError(`The site does not start on it: ${answer.error}`)
  const { page, ready } = answer
  if (page !== 200) throw new BackupError(`The site answers its front page by ${page}`)
  if (ready !== 200) throw new BackupError(`The site does not become ready: ${ready}`)
}
