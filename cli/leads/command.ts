import type { Writable } from 'node:stream'
import type { NamesOf } from 'halvi-leads/export'
import type { Progress, Tools } from 'halvi-leads/operations/tools'
import { definerOf } from '../group.ts'

/** What a command works with. */
export interface LeadsTools extends Tools {
  /** Whether a form-collection endpoint is set, to which a site on these settings delivers. */
  delivers: boolean
  /** What owners of leads are called. */
  namesOf: NamesOf
  /** Results; personal data goes nowhere else. */
  out: Writable
  /** Shows how far a long command is, in one line; absent where nobody watches. */
  progress: Progress
  /** Asks a person; absent where there is none. */
  confirm?: (question: string) => Promise<boolean>
}

/** Types a command's values by its options. */
export const defineLeadsCommand = definerOf<LeadsTools>()

/** The options that say which leads are meant. */
export const filterOptions = { type: { type: 'string' }, since: { type: 'string' } } as const
