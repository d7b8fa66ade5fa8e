import type { Settings } from '../../../server/settings/settings.ts'

/** How bad it is: `warn` is worth a look, with `FAIL` the site does not work as it should. */
type Status = 'ok' | 'warn' | 'FAIL'

/** What a check has found. Never a secret. */
export interface Finding {
  status: Status
  /** In a line. */
  found: string
  /** What the operator does about it, in the same line. */
  todo?: string
}

/**
 * Looks at one thing, beside a site that runs or not, and writes nothing. What it throws is a failure;
 * what it has open ends with the signal.
 */
export type Check = (settings: Settings, signal: AbortSignal) => Promise<Finding | Finding[]>

/** Nothing to do. */
export function ok(found: string): Finding {
  return { status: 'ok', found }
}

/** Worth a look. */
export function warn(found: string, todo: string): Finding {
  return { status: 'warn', found, todo }
}

/** To be mended. */
export function fail(found: string, todo: string): Finding {
  return { status: 'FAIL', found, todo }
}
