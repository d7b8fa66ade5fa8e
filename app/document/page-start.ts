import { useLocation, useNavigationType } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Begins a page that came without a page load, as after a form, where a loaded one begins: at its
 * top, with the focus on its content, since what had the focus is gone.
 */
export function usePageStart(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // Back: the browser itself returns to where the visitor was.
    if (type === 'POP') return
    window.scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, type])
}
