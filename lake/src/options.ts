import type { Log } from 'halvi-runtime/log'
import type { LoginOptions } from './login/login.ts'
import type { AccountEvent } from './users/account-event.ts'

/** How to open a lake. */
export interface LakeOptions {
  /** Holds everything that it keeps; made when absent. For one process at a time. */
  directory: string
  /** Letters, digits and dashes, as Sanity's own. */
  projectId: string
  dataset: string
  /** The bearer token that may read everything and write. */
  token: string
  /**
   * Whoever bears this token reads what is published, by queries and live events, and nothing else. Its
   * queries are evaluated in this process at once and without a time limit: it is for the very server
   * that the lake is embedded in, whose queries are fixed.
   */
  reader?: { token: string }
  /** The origin that the addresses of assets are given with; by default that of the request's Host header. */
  publicUrl?: () => string
  /** Lets browsers sign in, for a Studio; without it the token is the only way in. */
  login?: LoginOptions
  /** Forgets older history, from the start on and once a day; kept for ever when absent. */
  keepHistoryDays?: number
  /**
   * Lets anybody query what is published and follow its live events, within tight limits. By default
   * an anonymous request gets images and files, what signing in needs, and 401 for all else.
   */
  publicContent?: boolean
  /** Told when something was refused because a limit of `limits.ts` was reached, by the limit's name. */
  onRefused?: (limit: string) => void
  /** Told of what was done with people's accounts, after it was done. It must not throw. */
  onAccountEvent?: (event: AccountEvent) => void
  log?: Log
}
