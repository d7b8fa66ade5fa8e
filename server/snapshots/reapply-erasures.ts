import { reapplyErasuresAfterRestore } from 'halvi-leads/operations/erasing/re-erase'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../operator-error.ts'

/**
 * Erases the restored leads that are on the list of erased leads in `folder`. Does not migrate their tables. Resolves
 * to the number of leads erased.
 *
 * @throws OperatorError when this fails and must be repeated
 */
export async function reapplyErasures(folder: string, databaseUrl?: string): Promise<number> {
  try {
    return await reapplyErasuresAfterRestore({ dataDir: folder, databaseUrl })
  } catch (error) {
    throw new OperatorError(`Could not re-apply erasures: ${reasonOf(error)}`)
  }
}

/** Returns a message with the number of leads erased. */
export const reappliedErasures = (leads: number): string =>
  leads === 1 ? 'Re-applied 1 erasure' : `Re-applied ${leads} erasures`
