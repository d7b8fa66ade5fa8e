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
  const current = useRef({ state, revalidate })
  current.current = { state, revalidate }

  const refresh = useCallback(() => {
    if (current.current.state === 'idle') current.current.revalidate()
    else waiting.current = true
  }, [])

  useEffect(() => {
    if (state !== 'idle' || !waiting.current) return
    waiting.current = false
    current.current.revalidate()
  }, [state])

  useEffect(() => {
    const events = new EventSource('/preview/changes')
    let opened = false
    events.onmessage = refresh
    events.onopen = () => {
      // After a gap nobody knows what was missed.
      if (opened) refresh()
      opened = true
    }
    return () => events.close()
  }, [refresh])

  return refresh
}
