import { eraseAgain } from 'halvi-leads/operations/erasing/re-erase'
import { reasonOf } from 'halvi-runtime/reason'
import { OperatorError } from '../operator-error.ts'

/**
 * Erases again, in leads that were put back, those on the list in `folder`; their tables stay those of the
 * version that is to start on them. Resolves to the number of leads.
 *
 * @throws OperatorError when it has to be done again
 */
export async function reapplyErasures(folder: string, databaseUrl?: string): Promise<number> {
  try {
    return await eraseAgain({ dataDir: folder, databaseUrl })
  } catch (error) {
    throw new OperatorError(`Could not re-apply erasures: ${reasonOf(error)}`)
  }
}

/** The number of leads that were erased again, in words. */
export const reappliedErasures = (leads: number): string =>
  leads === 1 ? 'Re-applied 1 erasure' : `Re-applied ${leads} erasures`
