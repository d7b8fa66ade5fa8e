import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../settings/start-error.ts'

/** The folder, in that of the data, in which a restore puts everything together. */
export const restoringName = '.restoring'

/** @throws StartError when a restore into the folder was cut off: a site would begin anew on half of it */
export function assertNotHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, restoringName))) return
  throw new StartError(
    `A restore into ${dataDir} has not ended: run it again, or delete ${join(dataDir, restoringName)}`,
  )
}
