import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether script runs: false on the server and in the first render of the browser, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
