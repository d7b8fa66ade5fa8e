import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { OperatorError } from '../../../server/operator-error.ts'
import { root } from '../../../server/root.ts'
import type { Settings } from '../../../server/settings/settings.ts'
import { version } from '../../../server/version.ts'
import { readJournal } from '../../upgrade/data/journal.ts'
import { readVersionFile } from '../../upgrade/data/version-file.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Checks that the versions of Node, of this program, and of the data folder fit together. */
export async function checkVersions({ DATA_DIR }: Settings): Promise<Finding> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { node } = process.versions
  if (compareVersions(node, engines.node.replace('>=', '')) < 0) {
    return fail(`Node ${node} is too old: ${engines.node} is required`, 'install Node 22 or 24')
  }
  const programs = `Halvi ${version} on Node ${node}`
  try {
    if (readJournal(DATA_DIR)) {
      return warn('an upgrade is running or was interrupted', 'run halvi upgrade to finish it')
    }
    const data = readVersionFile(DATA_DIR) ?? version
    const newer = compareVersions(data, version)
    if (newer > 0) {
      const todo = 'start that version, or run halvi rollback'
      return fail(`the data is at the newer version ${data}`, todo)
    }
    return ok(newer === 0 ? programs : `${programs}; the next start upgrades the data from ${data}`)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return fail(error.message, 'correct this file or its permissions, then run this again')
  }
}
