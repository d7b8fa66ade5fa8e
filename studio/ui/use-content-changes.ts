import { useEffect } from 'react'
import { debounceTime } from 'rxjs'
import { useClient } from 'sanity'

/** The delay that combines several changes into one reload, in milliseconds. */
const debounceMs = 500

/**
 * Calls a function after documents have changed, while the component is shown. Ignores errors: what it loads is loaded
 * again at the next visit.
 *
 * @param watched the query of the documents
 * @param onChange must stay the same between renders
 */
export function useContentChanges(watched: string, onChange: () => unknown): void {
  const client = useClient({ apiVersion: '2025-02-19' })
  useEffect(() => {
    const options = { includeResult: false, includeAllVersions: true, visibility: 'query' } as const
    const changes = client
      .listen(watched, {}, options)
      .pipe(debounceTime(debounceMs))
      .subscribe({ next: () => void onChange(), error: () => {} })
    return () => changes.unsubscribe()
  }, [client, watched, onChange])
}
