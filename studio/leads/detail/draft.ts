import { useCallback, useSyncExternalStore } from 'react'
import { useCurrentUser } from 'sanity'

/** What has been typed and not yet saved, by who has typed it and the lead. */
const drafts = new Map<string, string>()
const listeners = new Set<() => void>()

/**
 * The note that is being typed about a lead, and how to change it. It outlasts that another lead is opened
 * and that the session ends, and nobody else who signs in here sees it.
 */
export function useDraft(lead: string): [text: string, type: (text: string) => void] {
  const key = `${useCurrentUser()?.id} ${lead}`
  const text = useSyncExternalStore(subscribe, () => drafts.get(key) ?? '')
  const type = useCallback(
    (words: string) => {
      if (words) drafts.set(key, words)
      else drafts.delete(key)
      for (const listener of listeners) listener()
    },
    [key],
  )
  return [text, type]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
