import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Adds overlays that open the clicked field in the Studio, and reports the current page to the Presentation tool. */
export function useOverlays(enabled: boolean, refresh: () => void): void {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  const currentAddress = useRef(address)
  const report = useRef<(url: string) => void>()
  const navigate = useNavigate()
  const latestNavigate = useRef(navigate)
  latestNavigate.current = navigate

  useEffect(() => {
    // The server's bundle leaves the package out, because the rest of the function never runs there.
    if (import.meta.env.SSR || !enabled) return
    let isUnmounted = false
    let disable: (() => void) | undefined
    import('@sanity/visual-editing').then(({ enableVisualEditing }) => {
      if (isUnmounted) return
      disable = enableVisualEditing({
        // Handles only the Studio's refresh button. changes.ts receives changes of all documents from the site.
        refresh: ({ source }) => {
          if (source === 'manual') refresh()
          return false
        },
        history: {
          subscribe: (listener) => {
            report.current = (url) => listener({ type: 'push', url })
            report.current(currentAddress.current)
            return () => {
              report.current = undefined
            }
          },
          update: ({ type, url }) => {
            if (type === 'pop') latestNavigate.current(-1)
            else latestNavigate.current(url, { replace: type === 'replace' })
          },
        },
      })
    })
    return () => {
      isUnmounted = true
      disable?.()
    }
  }, [enabled, refresh])

  useEffect(() => {
    currentAddress.current = address
    report.current?.(address)
  }, [address])
}
