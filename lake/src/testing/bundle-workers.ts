import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import type { TestProject } from 'vitest/node'

const lake = fileURLToPath(new URL('../..', import.meta.url))

const workers = {
  'lake-evaluator': 'src/evaluation/program.ts',
  'lake-pictures': 'src/assets/pictures/pictures-program.ts',
}

/**
 * Bundles the programs of worker processes before tests, for `workerProgram` to find: one that has to
 * load its TypeScript takes four times the processor's time to start, and tests start hundreds.
 */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  // Another project of the same run has done it.
  if (process.env.LAKE_WORKERS) return undefined
  // Where the packages that a bundle leaves out are found.
  const folder = `${lake}node_modules/.cache/workers-${process.pid}/`
  process.env.LAKE_WORKERS = folder
  const bundle = () => bundleInto(folder, lake, workers)
  project.onTestsRerun(bundle)
  await bundle()
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * Bundles programs into a folder, by name, packages left outside.
 *
 * @param from the folder that their paths are relative to
 */
export async function bundleInto(
  folder: string,
  from: string,
  programs: Record<string, string>,
): Promise<void> {
  await build({
    absWorkingDir: from,
    entryPoints: programs,
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  // Its process would stay for as long as ours.
  await stop()
}
