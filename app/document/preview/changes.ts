import { useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'

/**
 * Asks for the page's data anew whenever content has changed, drafts included. While one answer is
 * under way, changes wait for it, so that someone who types on and on still sees what was typed.
 *
 * @returns does the same at once
 */
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
    const events = new EventSource('/preview/changes')
    // The first comes once changes are heard of: some may have been made since the page was.
    events.onmessage = refresh
    return () => events.close()
  }, [refresh])

  return refresh
}
