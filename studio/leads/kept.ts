import { useCallback, useSyncExternalStore } from 'react'
import { useCurrentUser } from 'sanity'

/** What has been typed or chosen and not yet saved, by who has done it and what it is. */
const values = new Map<string, unknown>()
const listeners = new Set<() => void>()

/**
 * State that outlasts its component: that another lead or view is opened, and that the session ends, for as long as
 * nothing is shown. Nobody else who signs in here sees it.
 *
 * @param initial the same object at each call
 */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const key = `${useCurrentUser()?.id} ${name}`
  const value = useSyncExternalStore(subscribe, () =>
    values.has(key) ? (values.get(key) as Value) : initial,
  )
  const keep = useCallback(
    (next: Value) => {
      if (next === initial) values.delete(key)
      else values.set(key, next)
      for (const listener of listeners) listener()
    },
    [key, initial],
  )
  return [value, keep]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
