import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds after which changes are asked for again where the site did not tell them: at first, and at most. */
const retryDelayMs = 1_000
const maxRetryDelayMs = 60_000

/** Reloads the page's data when content has changed, one request at a time. Returns a function that does so at once. */
export function useChanges(): () => void {
  const { state, revalidate } = useRevalidator()
  const waiting = useRef(false)
  /** From asking on: `state` says so only after the next render, and asking twice aborts the first. */
  const asking = useRef(false)
  const ask = useRef(revalidate)
  ask.current = revalidate

  const refresh = useCallback(() => {
    waiting.current = asking.current
    if (asking.current) return
    asking.current = true
    ask.current()
  }, [])

  useEffect(() => {
    if (state !== 'idle') return
    asking.current = false
    if (waiting.current) refresh()
  }, [state, refresh])

  useEffect(() => {
    let events: EventSource | undefined
    let timer: ReturnType<typeof setTimeout>
    let delayMs = retryDelayMs
    const open = () => {
      // Where it was refused for good, as once a session has ended, tabs out of sight don't ask on and on.
      if (document.hidden && events) {
        document.addEventListener('visibilitychange', open, { once: true })
        return
      }
      const source = new EventSource('/preview/changes')
      // The first comes once changes are heard of: some may have been made since the page was.
      source.onmessage = () => {
        delayMs = retryDelayMs
        refresh()
      }
      // A lost connection the browser makes anew; an answer that is no stream, such as 503, ends it for good.
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
