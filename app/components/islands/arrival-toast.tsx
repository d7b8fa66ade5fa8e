import { useEffect } from 'react'
import { showToast } from '../show-toast.ts'
import { Toast } from '../toast.tsx'

/**
 * Says in a toast what has just been done, to who comes from another page of the site; not once more
 * on reload.
 */
export function ArrivalToast({ message }: { message: string }) {
  useEffect(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const isFromHere = document.referrer.startsWith(`${location.origin}/`)
    const hasArrived = !navigation || navigation.type === 'navigate'
    if (hasArrived && isFromHere) showToast(message)
  }, [message])
  return <Toast />
}
