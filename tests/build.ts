import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../scripts/build.js'
import { bundling } from '../scripts/programs.js'
import { studioIsStale } from '../scripts/studio-sources.js'
import { root } from '../server/root.ts'
import { prepareLake } from './prepare-lake.ts'
import { preparedLake } from './prepared-lake.ts'
import { programForTests } from './running-site.ts'

/**
 * Tests run against the built site, most of them on a copy of one lake. What they need is made beside those
 * of other projects, which need nothing; `wait-for-build.ts` has each file wait for it. The Studio is waited
 * for at their end: one of them needs it.
 */
export default function setup({ provide }: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halvi-built-'))
  const file = join(folder, 'outcome')
  provide('outcomeOfBuild', file)
  const tell = (outcome: string) => {
    // Whole or absent, for who waits.
    writeFileSync(`${file}-new`, outcome)
    renameSync(`${file}-new`, file)
  }
  const prepared = prepare()
  prepared.then(
    () => tell(''),
    (error) => tell(String(error)),
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
    /** A file that is there once the build has ended; what went wrong stands in it, or nothing. */
    outcomeOfBuild: string
  }
}

/**
 * Builds what is stale and fills the lake. The Studio, which takes a processor for ten seconds, is built
 * beside the rest, which does not need it: resolves to what resolves when it is there.
 *
 * @throws Error when something can't be built
 */
export async function prepare({ studio = true } = {}): Promise<{ studio: Promise<void> }> {
  // Before there are processes of tests, which hear of it.
  preparedLake()
  const isWanted = studio && process.env.STUDIO_BUILD !== 'never' && studioIsStale()
  const built = isWanted ? buildStudio() : Promise.resolve()
  // Told later, with what went wrong: until then it is nobody's.
  built.catch(() => {})
  await buildIfStale()
  await bundleForTests()
  await prepareLake()
  return { studio: built }
}

/** Bundles `halvi` for tests into the build: `halvi start` runs `quick-site.ts` there instead of `server/main.ts`. */
async function bundleForTests(): Promise<void> {
  const replacement = join(root, 'tests/quick-site.ts')
  const bundle = statSync(join(root, programForTests), { throwIfNoEntry: false })
  if (bundle && bundle.mtimeMs > statSync(replacement).mtimeMs) return
  await build({
    ...bundling,
    entryPoints: { [basename(programForTests, '.js')]: 'cli/halvi.ts' },
    outdir: join(root, dirname(programForTests)),
    plugins: [
      {
        name: 'quick-site',
        setup: ({ onResolve }) =>
          onResolve({ filter: /server\/main\.ts$/ }, ({ importer }) =>
            importer.endsWith('cli/start.ts') ? { path: replacement } : undefined,
          ),
      },
    ],
  })
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
