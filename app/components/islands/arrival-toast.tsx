import { useEffect } from 'react'
import { showToast } from '../show-toast.ts'
import { Toast } from '../toast.tsx'

/** Shows a confirmation toast after a redirect from another page of the site, not on reload. */
export function ArrivalToast({ message }: { message: string }) {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFromHere = document.referrer.startsWith(`${location.origin}/`)
    const hasArrived = !navigation || navigation.type === 'navigate'
    if (hasArrived && isFromHere) showToast(message)
  }, [message])
  return <Toast />
}
