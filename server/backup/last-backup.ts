import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'

/** The modification time of this file in the data folder is that of the last backup. */
const file = (dataDir: string) => join(dataDir, 'last-backup')

/** Returns the time of the last backup, or undefined before the first one. */
export const lastBackup = (dataDir: string): Date | undefined =>
  statSync(file(dataDir), { throwIfNoEntry: false })?.mtime

/** Records that a backup was completed now. @throws OperatorError if the data folder does not exist */
export function recordBackup(dataDir: string): void {
  if (!existsSync(dataDir)) throw new OperatorError(`${dataDir} does not exist. Check DATA_DIR`)
  writeFileSync(file(dataDir), '', { mode: 0o600 })
}
