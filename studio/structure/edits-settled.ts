import { useEffect, useRef, useState } from 'react'

/** The time until text editors report their edits: one second, plus the delay of the timer. In milliseconds. */
const textDelayMs = 1_100

/** Events that can edit a document: for example, a click in a text editor's toolbar or a dropped image. */
const events = ['beforeinput', 'keydown', 'click', 'paste', 'drop']

const modifiers = new Set(['Control', 'Alt', 'Shift', 'Meta'])

/** Returns whether an event is part of publishing: a click on Publish, or the keys Ctrl+Alt+P. */
function isPublishEvent(event: Event): boolean {
  const { target } = event
  if (target instanceof Element && target.closest('[data-testid="action-publish"]')) return true
  if (!(event instanceof KeyboardEvent)) return false
  return modifiers.has(event.key) || (event.ctrlKey && event.altKey)
}

/**
 * Returns whether all edits are part of the document. Text editors report edits with a delay of up to a second.
 *
 * @param isAwaited starts the wait. The result is false while it is false.
 */
export function useEditsSettled(isAwaited: boolean): boolean {
  const lastEdit = useRef(Number.NEGATIVE_INFINITY)
  const [isKnown, setIsKnown] = useState(false)

  useEffect(() => {
    const onEvent = (event: Event) => {
      if (!isPublishEvent(event)) lastEdit.current = performance.now()
    }
    for (const name of events) addEventListener(name, onEvent, true)
    return () => {
      for (const name of events) removeEventListener(name, onEvent, true)
    }
  }, [])

  useEffect(() => {
    if (!isAwaited) return
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      const left = lastEdit.current + textDelayMs - performance.now()
      if (left > 0) timer = setTimeout(check, left)
      else setIsKnown(true)
    }
    check()
    return () => {
      clearTimeout(timer)
      setIsKnown(false)
    }
  }, [isAwaited])

  return isKnown
}
