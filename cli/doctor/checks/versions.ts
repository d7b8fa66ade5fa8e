import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareVersions } from '../../../server/data-folder/versions.ts'
import { root } from '../../../server/root.ts'
import { version } from '../../../server/version.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Checks that this version of Node can run this program. */
export async function checkVersions(): Promise<Finding> {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { node } = process.versions
  if (compareVersions(node, engines.node.replace('>=', '')) < 0) {
    return fail(`Node ${node} is too old: ${engines.node} is required`, 'install Node 22 or 24')
  }
  return ok(`Halvi ${version} on Node ${node}`)
}
