import { useEffect, useRef, useState } from 'react'

/** A second, and what a timer comes late by. */
const textDelayMs = 1_100

/** What edits, or may: a text's toolbar is clicked, a list chosen from by keys, a picture dropped. */
const events = ['beforeinput', 'keydown', 'click', 'paste', 'drop']

const modifiers = new Set(['Control', 'Alt', 'Shift', 'Meta'])

/** Is it a part of pressing Publish, by mouse or by Ctrl+Alt+P? */
function isPress(event: Event): boolean {
  const { target } = event
  if (target instanceof Element && target.closest('[data-testid="action-publish"]')) return true
  if (!(event instanceof KeyboardEvent)) return false
  return modifiers.has(event.key) || (event.ctrlKey && event.altKey)
}

/**
 * Whether, since it is waited for, all that was edited is known: a text keeps what is typed or put into it to
 * itself for up to a second.
 */
export function useEditsKnown(isAwaited: boolean): boolean {
  const lastEdit = useRef(Number.NEGATIVE_INFINITY)
  const [isKnown, setIsKnown] = useState(false)

  useEffect(() => {
    const note = (event: Event) => {
      if (!isPress(event)) lastEdit.current = performance.now()
    }
    for (const name of events) addEventListener(name, note, true)
    return () => {
      for (const name of events) removeEventListener(name, note, true)
    }
  }, [])

  useEffect(() => {
    if (!isAwaited) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const left = lastEdit.current + textDelayMs - performance.now()
      if (left > 0) timer = setTimeout(look, left)
      else setIsKnown(true)
    }
    look()
    return () => {
      clearTimeout(timer)
      setIsKnown(false)
    }
  }, [isAwaited])

  return isKnown
}
