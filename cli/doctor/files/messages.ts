/** What is asked of the process that reads databases through. */
export interface Examine {
  /** Paths; those that are missing are left out. */
  files: string[]
}

/** What it tells, twice a file: when it is open, and when all of it was read. */
export interface Examined {
  file: string
  /** SQLite's `user_version`. */
  version?: number
  /** The names of the leads' migrations, where it has such a table. */
  migrations?: string[]
  /** How many leads staff can't find yet, where it has leads. */
  unindexed?: number
  /** Absent until all was read: `ok`, or what SQLite says of the first damage. */
  integrity?: string
}
