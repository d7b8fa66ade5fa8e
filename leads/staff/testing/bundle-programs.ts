import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundleInto } from '../../../lake/src/testing/bundle-workers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Bundles the programs that read leads, for `forkProgram` to find: one that has to load its TypeScript
 * takes four times the processor's time to start. What is returned takes that back.
 */
export async function bundlePrograms(): Promise<() => void> {
  // Where the packages that a bundle leaves out are found.
  const folder = `${root}node_modules/.cache/leads-programs-${process.pid}/`
  await bundleInto(folder, `${root}leads/staff/process`, {
    'leads-index': 'program.ts',
    'leads-export': 'export-program.ts',
  })
  process.env.LEADS_PROGRAMS = folder
  return () => {
    delete process.env.LEADS_PROGRAMS
    rmSync(folder, { recursive: true, force: true })
  }
}
