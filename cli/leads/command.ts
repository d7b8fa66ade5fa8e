import type { Writable } from 'node:stream'
import type { NamesOf } from 'halvi-leads/export'
import type { Progress, Tools } from 'halvi-leads/operations/tools'
import { definerOf, UsageError } from '../command.ts'

/** What a command works with. */
export interface LeadsTools extends Tools {
  /** Whether a form endpoint is set, to which a site with these settings delivers. */
  delivers: boolean
  namesOf: NamesOf
  /** Results; personal data goes nowhere else. */
  out: Writable
  /** Shows the progress of a long command, in one line; absent where nobody watches. */
  progress: Progress
  /** Asks a person; absent where there is none. */
  confirm?: (question: string) => Promise<boolean>
}

/** Types a command's values by its options. */
export const define = definerOf<LeadsTools>()

/** Parses a number of lines. @throws UsageError */
export function limitOf(limit: string): number {
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit)
  throw new UsageError('--limit wants a number above 0')
}
