import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { daysUntilToday } from './days.ts'

describe('daysUntilToday in the evening in Los Angeles', () => {
  const now = new Date('2026-11-03T02:30:00Z')
  beforeAll(() => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  it('ends with the local day, including across the end of daylight saving time', () => {
    expect(daysUntilToday(1, now)).toEqual({ from: '2026-11-02', to: '2026-11-02' })
    expect(daysUntilToday(7, now)).toEqual({ from: '2026-10-27', to: '2026-11-02' })
  })
})
