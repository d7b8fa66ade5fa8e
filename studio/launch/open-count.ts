import { useSyncExternalStore } from 'react'

let count: number | undefined
const listeners = new Set<() => void>()

/** Tells the name of the tool how many things are left. */
export function setOpenCount(left: number): void {
  if (left === count) return
  count = left
  for (const listener of listeners) listener()
}

/** How many things are left; undefined until that is known. */
export function useOpenCount(): number | undefined {
  return useSyncExternalStore(subscribe, () => count)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
