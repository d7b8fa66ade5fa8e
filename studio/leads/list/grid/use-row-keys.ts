import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RowKeys {
  count: number
  /** The line that Tab leads to. */
  active: number
  body: RefObject<HTMLElement | null>
  /** Lines that Page Down passes. */
  pageRows: number
  /** The line has the focus already. */
  activate(index: number): void
  /** The line is to have the focus. */
  move(index: number): void
  open(index: number): void
  toggle(index: number, isRange: boolean): void
  escape(): void
}

/**
 * The keys of a grid whose lines take the focus: arrows, Home, End, Page Up and Page Down move it,
 * Enter opens, Space ticks, with Shift a range (https://www.w3.org/WAI/ARIA/apg/patterns/grid/).
 */
export function useRowKeys({ count, active, body, pageRows, ...act }: RowKeys) {
  const focusWanted = useRef(false)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body
    if (!focusWanted.current && !isLost) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return
    focusWanted.current = false
    row.focus({ preventScroll: true })
  })
  /** Undefined for what is no line. */
  const indexOf = (target: EventTarget) => {
    const { lead, index } = target instanceof HTMLElement ? target.dataset : {}
    return lead === undefined ? undefined : Number(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return act.escape()
    const index = indexOf(event.target)
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + pageRows,
      PageUp: index - pageRows,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) {
      focusWanted.current = true
      act.move(Math.min(count - 1, Math.max(0, target)))
    } else if (event.key === 'Enter') act.open(index)
    else if (event.key === ' ') act.toggle(index, event.shiftKey)
    else return
    event.preventDefault()
  }
  return {
    onKeyDown,
    onFocus: ({ target }: FocusEvent) => {
      const index = indexOf(target)
      hasFocus.current = index !== undefined
      if (index !== undefined && index !== active) act.activate(index)
    },
    // Not called for a line that is taken out of the page.
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
