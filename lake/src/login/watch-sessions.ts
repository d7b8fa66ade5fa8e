import type { UserStore } from '../users/user-store.ts'

/** How soon it counts here that another process has ended sessions, in milliseconds. */
const PERIOD_MS = 500

/** Calls back when another process may have ended sessions, until the returned function is called. */
export function watchSessions(
  store: Pick<UserStore, 'wasChangedElsewhere'>,
  onChange: () => void,
): () => void {
  const timer = setInterval(() => {
    try {
      if (store.wasChangedElsewhere()) onChange()
    } catch {
      // Whoever has changed it may hold the file still: half a second later it is read again.
    }
  }, PERIOD_MS).unref()
  return () => clearInterval(timer)
}
