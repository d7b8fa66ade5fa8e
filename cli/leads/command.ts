import type { Writable } from 'node:stream'
import type { NamesOf, Progress, Tools } from 'halvi-leads/admin'
import { definerOf, UsageError } from '../command.ts'

/** The tools of the commands for leads. */
export interface LeadsTools extends Tools {
  /** Whether FORM_ENDPOINT_URL is set, so that a site with these settings delivers leads. */
  delivers: boolean
  /** The mail server in SMTP_URL. */
  smtpHost: string | undefined
  namesOf: NamesOf
  /** Receives the results. Personal data is written only here. */
  out: Writable
  /** Shows the progress of a long command in one line. Undefined without a terminal. */
  progress: Progress
  /** Asks the operator a yes-or-no question. Undefined without a terminal. */
  confirm?: (question: string) => Promise<boolean>
}

/** Returns a command unchanged, and infers the types of its values from its options. */
export const define = definerOf<LeadsTools>()

/** Parses the value of --limit. @throws UsageError if it is not a positive number */
export function parseLimit(limit: string): number {
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit)
  throw new UsageError('--limit must be a number above 0')
}
