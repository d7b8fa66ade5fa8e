import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import type { TestProject } from 'vitest/node'

/** The workspace's folder, with a slash at its end. */
export const lake = fileURLToPath(new URL('../..', import.meta.url))

/** The programs of worker processes: bundles, and their sources. */
export const workers = {
  'lake-evaluator': 'src/evaluation/program.ts',
  'lake-pictures': 'src/assets/pictures/pictures-program.ts',
}

/**
 * Bundles the programs of worker processes before tests, for `use-bundled-workers.ts`: one that has to
 * load its TypeScript takes four times the processor's time to start, and tests start hundreds.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  // Another project of the same run has done it.
  if (process.env.WORKER_BUNDLES) return undefined
  // Where the packages that a bundle leaves out are found.
  const folder = `${lake}node_modules/.cache/workers-${process.pid}/`
  process.env.WORKER_BUNDLES = folder
  const bundle = () => bundleInto(folder, lake, workers)
  project.onTestsRerun(bundle)
  await bundle()
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Compiled for a machine, or with files beside them that they look for; and one that is done without. */
const external = ['libsql', 'sharp', 'pino', 'pino-pretty', 'pg-native']

/** Packages written as CommonJS ask for Node's own modules by it. */
const requireInModules =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);"

/**
 * Bundles programs into a folder, by name, with their packages: to find and read those file by file takes
 * half of a start.
 *
 * @param from the folder that their paths are relative to
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
