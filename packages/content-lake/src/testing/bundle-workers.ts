import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import type { TestProject } from 'vitest/node'

/** The workspace's folder, with a trailing slash. */
export const lake = fileURLToPath(new URL('../..', import.meta.url))

/** The programs of worker processes: names of the bundles, and their sources. */
export const workers = {
  'lake-evaluator': 'src/evaluation/program.ts',
  'lake-pictures': 'src/assets/rendering/program.ts',
}

/**
 * Bundles the programs of worker processes before the tests, for `use-bundled-workers.ts`, and the command line for
 * `startCommand`. Tests start hundreds of these processes, and loading TypeScript takes four times as much CPU time.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  // Another project of the same test run has bundled them already.
  if (process.env.WORKER_BUNDLES) return undefined
  // In this folder the bundles find the packages that they do not include.
  const folder = `${lake}node_modules/.cache/workers-${process.pid}/`
  process.env.WORKER_BUNDLES = folder
  const bundle = async () => {
    await bundleInto(folder, lake, { ...workers, cli: 'src/commands/cli.ts' })
    for (const name of ['hook.js', 'worker.js'])
      cpSync(`${lake}src/intercept/${name}`, `${folder}${name}`)
  }
  project.onTestsRerun(bundle)
  await bundle()
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Packages that are not bundled: they contain native code, look for files in their folder, or are optional. */
const external = ['libsql', 'sharp', 'pino', 'pino-pretty', 'pg-native']

/** CommonJS packages load Node's modules with `require`. */
const requireInModules =
  "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/**
 * Bundles programs into a folder, by name, including their packages. Without bundling, finding and
 * reading the packages' files takes half of the startup time.
 *
 * @param from the folder to which the programs' paths are relative
 */
export async function bundleInto(
  folder: string,
  from: string,
  programs: Record<string, string>,
  options: Pick<BuildOptions, 'alias'> & { external?: string[] } = {},
): Promise<void> {
  await build({
    ...options,
    absWorkingDir: from,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...external, ...(options.external ?? [])],
    banner: { js: requireInModules },
    logLevel: 'warning',
  })
}
