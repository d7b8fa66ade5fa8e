import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** This program's, as package.json has it. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
}
