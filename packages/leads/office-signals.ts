/**
 * Signals of the site to the office, in the same process or over a channel between two. None is needed for anything to
 * be done: without them, the office notices by polling.
 */
export interface OfficeSignals {
  /** A message or an application waits. */
  wake(): void
  /** Submissions wait to be stored, or none do any more. The office starts no write while they wait. */
  busy(isBusy: boolean): void
  /** A person was erased: the database's log still contains old data. */
  erased(): void
}

/** Signals while there is no office. */
export const noOffice: OfficeSignals = { wake() {}, busy() {}, erased() {} }
