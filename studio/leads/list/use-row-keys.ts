import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface RowKeys {
  count: number
  /** The line that Tab leads to. */
  active: number
  body: RefObject<HTMLElement | null>
  /** Lines that Page Down passes. */
  pageRows: number
  move(index: number): void
  open(index: number): void
  toggle(index: number): void
  escape(): void
}

/**
 * The keys of a grid whose lines take the focus: arrows, Home, End, Page Up and Page Down move it,
 * Enter opens, Space ticks (https://www.w3.org/WAI/ARIA/apg/patterns/grid/).
 */
export function useRowKeys({ count, active, body, pageRows, ...act }: RowKeys) {
  const focusWanted = useRef(false)
  useLayoutEffect(() => {
    if (!focusWanted.current) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return
    focusWanted.current = false
    row.focus({ preventScroll: true })
  })
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape') return act.escape()
    const isInRow = event.target instanceof HTMLElement && event.target.dataset.lead !== undefined
    if (!isInRow || event.altKey || event.ctrlKey || event.metaKey) return
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target !== undefined) {
      focusWanted.current = true
      act.move(Math.min(count - 1, Math.max(0, target)))
    } else if (event.key === 'Enter') act.open(active)
    else if (event.key === ' ') act.toggle(active)
    else return
    event.preventDefault()
  }
}
