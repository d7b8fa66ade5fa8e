import type { LoginOptions } from './login/login.ts'

/** What the lake writes its log to: the part of pino's interface that it uses. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** How to open a lake. */
export interface LakeOptions {
  /** Holds everything that it keeps; made when absent. For one process at a time. */
  directory: string
  /** Letters, digits and dashes, as Sanity's own. */
  projectId: string
  dataset: string
  /** The bearer token that may read everything and write. */
  token: string
  /** The origin of asset addresses; by default that of the request's Host header. */
  publicUrl?: () => string
  /** Lets browsers sign in, for a Studio; without it the token alone admits. */
  login?: LoginOptions
  /** Forgets older history, from the start on and once a day; kept for ever when absent. */
  keepHistoryDays?: number
  log?: Log
}
