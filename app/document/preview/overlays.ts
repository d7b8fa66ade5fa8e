import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Adds overlays that open the clicked field in the Studio, and reports the current page to the Presentation tool. */
export function useOverlays(wanted: boolean, refresh: () => void): void {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  const shown = useRef(address)
  const tell = useRef<(url: string) => void>()
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate

  useEffect(() => {
    if (!wanted) return
    let ended = false
    let disable: (() => void) | undefined
    import('@sanity/visual-editing').then(({ enableVisualEditing }) => {
      if (ended) return
      disable = enableVisualEditing({
        // Changes are heard of without the Studio's help, from all documents.
        refresh: ({ source }) => {
          if (source === 'manual') refresh()
          return false
        },
        history: {
          subscribe: (listener) => {
            tell.current = (url) => listener({ type: 'push', url })
            tell.current(shown.current)
            return () => {
              tell.current = undefined
            }
          },
          update: ({ type, url }) => {
            if (type === 'pop') go.current(-1)
            else go.current(url, { replace: type === 'replace' })
          },
        },
      })
    })
    return () => {
      ended = true
      disable?.()
    }
  }, [wanted, refresh])

  useEffect(() => {
    shown.current = address
    tell.current?.(address)
  }, [address])
}
