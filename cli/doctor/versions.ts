import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../app/leads/reason.ts'
import { root } from '../../server/root.ts'
import type { Settings } from '../../server/settings.ts'
import { version } from '../version.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Node, this program, and the data folder fit together. */
export async function checkVersions({ DATA_DIR }: Settings): Promise<Finding> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const oldest = engines.node.replace(/^>=/, '')
  const { node } = process.versions
  if (isOlder(node, oldest)) {
    return fail(`Node ${node} is older than ${oldest}`, 'install Node 22 or 24')
  }
  const programs = `Halvi ${version} on Node ${node}`
  const data = dataVersion(join(DATA_DIR, 'version.json'))
  if (typeof data === 'object') return data
  if (data === undefined) return ok(programs)
  if (isOlder(version, data)) {
    const found = `the data are of ${data}, which is newer than this ${version}`
    return fail(found, 'start that version, or halvi rollback')
  }
  return ok(`${programs}, data of ${data}`)
}

/** Which version last wrote the data folder; undefined where none has said so. */
function dataVersion(file: string): string | Finding | undefined {
  try {
    const { version: written } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown }
    if (typeof written === 'string') return written
    return fail(`${file} names no version`, 'restore it with the last backup')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    return fail(`${file} can't be read: ${reasonOf(error)}`, 'restore it with the last backup')
  }
}

/** Compares by numbers; what is missing at the end is 0. */
function isOlder(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((text) => text.split('.').map(Number))
  for (const [index, number] of (theirs ?? []).entries()) {
    const difference = (ours?.[index] ?? 0) - number
    if (difference !== 0) return difference < 0
  }
  return false
}
