import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchSessions } from './sessions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('tries again if the file could not be read', () => {
  const looks = [
    () => false,
    () => {
      throw new Error('SQLITE_BUSY: database is locked')
    },
    () => true,
  ]
  const onChange = vi.fn()
  const stop = watchSessions({ wasChangedElsewhere: () => looks.shift()?.() ?? false }, onChange)
  vi.advanceTimersByTime(1_000)
  expect(onChange).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(onChange).toHaveBeenCalledOnce()
  stop()
})
