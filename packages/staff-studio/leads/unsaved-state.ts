import { useCallback, useSyncExternalStore } from 'react'
import { useCurrentUser } from 'sanity'

/** Unsaved input by key. The key has the user's id and the name of the input. */
const values = new Map<string, unknown>()
const listeners = new Set<() => void>()

/**
 * State for unsaved input that survives its component: the user can open another lead or view, or sign in again after
 * the session has expired. Other users who sign in on the same page don't see it.
 *
 * @param initial the initial value, which must be the same object at each call
 */
export function useUnsavedState<Value>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
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
