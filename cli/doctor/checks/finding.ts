import type { Settings } from '../../../server/settings/settings.ts'

/** A result of a check. Never holds a secret. */
export interface Finding {
  /** `warn` is worth a look; with `FAIL` the site does not work as it should. */
  status: 'ok' | 'warn' | 'FAIL'
  found: string
  /** What the operator does about it. */
  todo?: string
}

/** Checks one thing beside a site that may run, and writes nothing. Closes everything once the signal aborts. */
export type Check = (settings: Settings, signal: AbortSignal) => Promise<Finding | Finding[]>

export const ok = (found: string): Finding => ({ status: 'ok', found })
export const warn = (found: string, todo: string): Finding => ({ status: 'warn', found, todo })
export const fail = (found: string, todo: string): Finding => ({ status: 'FAIL', found, todo })

/** Returns the problems, or `ok` with the summary if there are no problems. */
export function problemsOr(found: string, problems: (Finding | undefined)[]): Finding[] {
  const present = problems.filter((problem) => problem && problem.status !== 'ok') as Finding[]
  return present.length > 0 ? present : [ok(found)]
}
