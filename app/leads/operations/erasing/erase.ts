import { operator } from '../../staff/contract/permissions.ts'
import { eraseAddress } from '../../staff/erase/erase-address.ts'
import { searchAll } from '../../staff/erase/leads-of-address.ts'
import type { Progress, Tools } from '../tools.ts'
import { forget } from './forget.ts'

/** Finds every lead with an e-mail address, in upper or lower case, spam too; resolves to their ids. */
export async function leadsOfAddress(
  { database }: Tools,
  email: string,
  progress?: Progress,
): Promise<string[]> {
  const found: string[] = []
  let read = 0
  for await (const id of searchAll(database, email)) {
    if (id !== undefined) found.push(id)
    if (++read % 1_000 === 0) progress?.(`${read} leads searched`)
  }
  progress?.('')
  return found
}

/**
 * Removes a person from all forms' leads, and has the database forget it for good. What counts leads finds
 * as many as before. Resolves to what the database would not do, in its own words.
 *
 * @throws OperationError when it has to be done again
 */
export async function erasePerson(tools: Tools, email: string, found: string[]): Promise<string[]> {
  await eraseAddress(tools, email, found, operator)
  // Even when nothing was found: an earlier run may have been cut off before this.
  return forget(tools)
}
