import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { forkBundles } from 'halvi-runtime/testing/bundled-programs'
import { bundleInto } from '../../../lake/src/testing/bundle-workers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Bundles the programs that read leads, and has them forked: one that has to load its TypeScript takes
 * four times the processor's time to start. What is returned takes that back.
 */
export async function bundlePrograms(): Promise<() => void> {
  const sources = `${root}leads/staff/process/`
  // Where the packages that a bundle leaves out are found.
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
