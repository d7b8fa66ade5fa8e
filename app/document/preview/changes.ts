import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/** The initial and the maximum delay before the stream of changes is opened again, in milliseconds. */
const retryDelayMs = 1_000
const maxRetryDelayMs = 60_000

/**
 * Reloads the page's data when content has changed, with one request at a time. Returns a function that reloads
 * immediately.
 */
export function useChanges(): () => void {
  const { state, revalidate } = useRevalidator()
  /** Whether to reload again when the current request has finished. */
  const isPending = useRef(false)
  /**
   * Whether a request is running. `state` changes only in the next render, and a second request would abort the
   * first.
   */
  const isLoading = useRef(false)
  const latestRevalidate = useRef(revalidate)
  latestRevalidate.current = revalidate

  const refresh = useCallback(() => {
    isPending.current = isLoading.current
    if (isLoading.current) return
    isLoading.current = true
    latestRevalidate.current()
  }, [])

  useEffect(() => {
    if (state !== 'idle') return
    isLoading.current = false
    if (isPending.current) refresh()
  }, [state, refresh])

  useEffect(() => {
    let events: EventSource | undefined
    let timer: ReturnType<typeof setTimeout>
    let delayMs = retryDelayMs
    const open = () => {
      // Hidden tabs don't retry: the stream may be rejected permanently, such as after the session has expired.
      if (document.hidden && events) {
        document.addEventListener('visibilitychange', open, { once: true })
        return
      }
      const source = new EventSource('/preview/changes')
      // The first event arrives when the stream is ready. Content may have changed since the page was rendered.
      source.onmessage = () => {
        delayMs = retryDelayMs
        refresh()
      }
      // The browser reconnects after a lost connection, but not after a response that is not a stream, such as a 503.
      source.onerror = () => {
        if (source.readyState !== EventSource.CLOSED) return
        timer = setTimeout(open, delayMs)
        delayMs = Math.min(delayMs * 2, maxRetryDelayMs)
      }
      events = source
    }
    open()
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', open)
      events?.close()
    }
  }, [refresh])

  return refresh
}
