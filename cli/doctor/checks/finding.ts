import type { Settings } from 'halvi-site/settings/settings'

/** A result of a check. It contains no secrets. */
export interface Finding {
  /** `warn`: should be looked at. `FAIL`: the site does not work correctly. */
  status: 'ok' | 'warn' | 'FAIL'
  /** The observation. */
  found: string
  /** The action for the operator to take. */
  todo?: string
}

/**
 * Runs one check, and writes nothing. The site may be running. When the signal aborts, the check closes its files and
 * connections.
 */
export type Check = (settings: Settings, signal: AbortSignal) => Promise<Finding | Finding[]>

/** Returns a finding without a problem. */
export const ok = (found: string): Finding => ({ status: 'ok', found })
/** Returns a finding that should be looked at. */
export const warn = (found: string, todo: string): Finding => ({ status: 'warn', found, todo })
/** Returns a finding that keeps the site from working correctly. */
export const fail = (found: string, todo: string): Finding => ({ status: 'FAIL', found, todo })

/** Returns the findings that are not `ok`. Without such findings, returns one `ok` finding with the summary. */
export function problemsOr(found: string, problems: (Finding | undefined)[]): Finding[] {
  const present = problems.filter((problem) => problem && problem.status !== 'ok') as Finding[]
  return present.length > 0 ? present : [ok(found)]
}
