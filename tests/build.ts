import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import type { TestProject } from 'vitest/node'
import { buildSite } from '../scripts/build.js'
import { isStale } from '../scripts/stale.js'
import { prepareLake } from './prepare-lake.ts'
import { preparedLakeFolder } from './prepared-lake.ts'

/**
 * Builds the site and the prepared lake for the tests. Tests of other projects run during the build, because they do
 * not need it. `wait-for-build.ts` delays each test file that does. The Studio build is awaited after the tests.
 */
export default function setup({ provide }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halvi-built-'))
  const file = join(folder, 'outcome')
  provide('buildOutcomeFile', file)
  const writeOutcome = (outcome: string) => {
    // Atomic, because other processes wait for the file.
    writeFileSync(`${file}-new`, outcome)
    renameSync(`${file}-new`, file)
  }
  const prepared = prepare()
  prepared.then(
    () => writeOutcome(''),
    (error) => writeOutcome(String(error)),
  )
  return async () => {
    try {
      await (await prepared).studio
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a file that exists once the build has finished. It contains the error, or is empty. */
    buildOutcomeFile: string
  }
}

/**
 * Builds what is stale and prepares the lake. The Studio, which takes one core ten seconds, is built at the same
 * time. The returned `studio` resolves when it is built.
 *
 * @throws Error if a build fails
 */
export async function prepare({ studio = true } = {}): Promise<{ studio: Promise<void> }> {
  // Sets the environment variable before the test processes start, so that they inherit it.
  preparedLakeFolder()
  const needsStudio = studio && process.env.STUDIO_BUILD !== 'never' && isStale('studio')
  const built = needsStudio ? buildStudio() : Promise.resolve()
  // The error is thrown later from `studio`. Until then it must not count as unhandled.
  built.catch(() => {})
  await buildSite()
  await prepareLake()
  return { studio: built }
}

async function buildStudio(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' as const }
  const program = spawn(process.execPath, ['scripts/build-studio.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // A lower priority, so that the tests are not delayed.
  if (program.pid !== undefined) setPriority(program.pid, 5)
  const [code] = await once(program, 'exit')
  if (code !== 0) throw new Error(`The Studio build exited with ${code}`)
}
