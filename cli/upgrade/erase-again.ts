import { eraseAgain as eraseListed } from 'halvi-leads/operations/erasing/re-erase'
import { reasonOf } from 'halvi-runtime/reason'
import { CommandError } from '../command.ts'
import type { Place } from './data/stores.ts'
import type { OnStep } from './on-step.ts'

/**
 * Erases again, in leads that are put back, whom the list in a folder names; their tables stay those of
 * the version that is to start on them. Resolves to how many leads it were.
 *
 * @throws CommandError when it has to be done again
 */
export async function eraseAgain(
  { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }: Place,
  onStep: OnStep,
): Promise<number> {
  onStep('erase again who was erased since')
  try {
    const erased = await eraseListed({ dataDir, databaseUrl })
    if (erased > 0) onStep(toldErased(erased))
    return erased
  } catch (error) {
    throw new CommandError(`Who was erased could not be again: ${reasonOf(error)}`)
  }
}

/** How many were erased again, in words. */
export const toldErased = (leads: number): string =>
  leads === 1
    ? '1 lead that was erased since is erased again'
    : `${leads} leads that were erased since are erased again`
