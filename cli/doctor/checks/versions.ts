import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { root } from '../../../server/root.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { CommandError } from '../../command.ts'
import { readJournal } from '../../upgrade/data/journal.ts'
import { readVersionFile } from '../../upgrade/data/version-file.ts'
import { version } from '../../version.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Node, this program, and the data folder fit together. */
export async function checkVersions({ DATA_DIR }: Settings): Promise<Finding> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const oldest = engines.node.replace(/^>=/, '')
  const { node } = process.versions
  if (compareVersions(node, oldest) < 0) {
    return fail(`Node ${node} is older than ${oldest}`, 'install Node 22 or 24')
  }
  const programs = `Halvi ${version} on Node ${node}`
  let data: string | undefined
  try {
    if (readJournal(DATA_DIR)) {
      return warn('an upgrade is under way, or was cut short', 'halvi upgrade finishes it')
    }
    data = readVersionFile(DATA_DIR)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return fail(reasonOf(error), 'restore version.json with the last backup where it is damaged')
  }
  if (data === undefined || data === version) return ok(programs)
  if (compareVersions(data, version) < 0) return ok(`${programs}; the next start upgrades ${data}`)
  const found = `the data are of ${data}, which is newer than this ${version}`
  return fail(found, 'start that version, or halvi rollback')
}
