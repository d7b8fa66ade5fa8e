import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RowKeys {
  count: number
  /** The index of the row that Tab focuses. */
  active: number
  body: RefObject<HTMLElement | null>
  /** The number of rows that Page Down moves. */
  pageRows: number
  /** Called when a row received the focus. */
  activate(index: number): void
  /** Called when a row must receive the focus. */
  move(index: number): void
  open(index: number): void
  toggle(index: number, isRange: boolean): void
  escape(): void
}

/**
 * Returns event handlers for keyboard navigation in a grid of rows. Arrow keys, Home, End, Page Up, and Page Down move
 * the focus. Enter opens a row, Space selects it, and Shift+Space selects a range. See
 * https://www.w3.org/WAI/ARIA/apg/patterns/grid/.
 */
export function useRowKeys({ count, active, body, pageRows, ...act }: RowKeys) {
  const needsFocus = useRef(false)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    const isLost = hasFocus.current && document.activeElement === document.body
    if (!needsFocus.current && !isLost) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return
    needsFocus.current = false
    row.focus({ preventScroll: true })
  })
  /** Returns the index of a row, or undefined for other elements. */
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
      needsFocus.current = true
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
    // Not called when a row is removed from the page.
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
