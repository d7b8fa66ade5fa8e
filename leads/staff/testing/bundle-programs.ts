import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forkBundles } from 'halvi-runtime/testing/bundled-programs'
import { bundleInto } from '../../../lake/src/testing/bundle-workers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Bundles the programs that read leads, and makes this process fork the bundles. Starting a TypeScript program takes
 * four times the CPU time. Returns a function that restores the original behavior.
 */
export async function bundlePrograms(): Promise<() => void> {
  const sources = `${root}leads/staff/process/`
  // A folder in which Node finds the packages that are not bundled.
  const folder = `${root}node_modules/.cache/leads-programs-${process.pid}/`
  const programs = { 'leads-index': 'program.ts', 'leads-export': 'export-program.ts' }
  await bundleInto(folder, sources, programs)
  const restore = forkBundles(
    Object.entries(programs).map(([name, source]) => [sources + source, `${folder}${name}.js`]),
  )
  return () => {
    restore()
    rmSync(folder, { recursive: true, force: true })
  }
}
