import { useEffect } from 'react'
import { showToast } from '../show-toast.ts'
import { Toast } from '../toast.tsx'

/** Shows a confirmation toast when the visitor arrives from another page of the site, but not on reload. */
export function ArrivalToast({ message }: { message: string }) {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFromThisSite = document.referrer.startsWith(`${location.origin}/`)
    const isNavigation = !navigation || navigation.type === 'navigate'
    if (isNavigation && isFromThisSite) showToast(message)
  }, [message])
  return <Toast />
}
