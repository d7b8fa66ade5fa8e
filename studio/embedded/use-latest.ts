import { useCallback, useSyncExternalStore } from 'react'
import type { BehaviorSubject } from 'rxjs'

/** Returns the current value of a subject. */
export function useLatest<Value>(subject: BehaviorSubject<Value>): Value {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const subscription = subject.subscribe(onChange)
      return () => subscription.unsubscribe()
    },
    [subject],
  )
  return useSyncExternalStore(subscribe, () => subject.value)
}
