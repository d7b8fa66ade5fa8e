import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'
import type { TestProject } from 'vitest/node'

const lake = fileURLToPath(new URL('../..', import.meta.url))

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
  const bundle = () => bundleInto(folder)
  project.onTestsRerun(bundle)
  await bundle()
  return () => rmSync(folder, { recursive: true, force: true })
}

async function bundleInto(folder: string): Promise<void> {
  await build({
    absWorkingDir: lake,
    entryPoints: {
      'lake-evaluator': 'src/evaluation/program.ts',
      'lake-pictures': 'src/assets/pictures/pictures-program.ts',
    },
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
