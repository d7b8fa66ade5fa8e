import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { buildIfStale } from '../scripts/build.js'
import { studioIsStale } from '../scripts/studio-sources.js'
import { root } from '../server/root.ts'
import { prepareLake } from './prepare-lake.ts'

/**
 * Tests run against the built site, most of them on a copy of one lake. The Studio is built beside them and
 * waited for at their end: one of them needs it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { studio } = await prepare()
  return () => studio
}

/**
 * Builds what is stale and fills the lake. The Studio, which takes a processor for ten seconds, is built
 * beside the rest, which does not need it: resolves to what resolves when it is there.
 *
 * @throws Error when something can't be built
 */
export async function prepare({ studio = true } = {}): Promise<{ studio: Promise<void> }> {
  const built = studio && studioIsStale() ? buildStudio() : Promise.resolve()
  // Told later, with what went wrong: until then it is nobody's.
  built.catch(() => {})
  await buildIfStale()
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
  // Tests are waited for.
  if (program.pid !== undefined) setPriority(program.pid, 5)
  const [code] = await once(program, 'exit')
  if (code !== 0) throw new Error(`Building the Studio ended with ${code}`)
}
