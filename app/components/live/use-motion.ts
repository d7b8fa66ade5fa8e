import { useSyncExternalStore } from 'react'

const query = '(prefers-reduced-motion: no-preference)'

/** Whether things may move by themselves; false on the server and until the page is hydrated. */
export function useMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
