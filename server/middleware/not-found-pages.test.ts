import type { IncomingMessage } from 'node:http'
import { english } from 'halvi-site/language/language'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logNotFoundPages } from './request-log.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => lines.push(JSON.parse(line)) },
  )
  const note = logNotFoundPages(log)
  return {
    lines,
    note: (path: string, referer?: string) =>
      note({ address: { language: english, path }, headers: { referer } } as IncomingMessage),
  }
}

it.each([
  ['https://search.test/find?q=amina#top', 'https://search.test/find'],
  ['https://amina:word@search.test/', 'https://search.test/'],
  ['javascript:amina', undefined],
  ['amina@example.com', undefined],
  [undefined, undefined],
])('logs the referrer %s as %s', (referer, referrer) => {
  const { lines, note } = open()
  note('/none', referer)
  expect(lines).toEqual([
    {
      level: 30,
      language: 'en',
      path: '/none',
      ...(referrer && { referrer }),
      msg: 'page not found',
    },
  ])
})

it('logs ten lines per second of a flood, and one line with the number of omitted ones', () => {
  const { lines, note } = open()
  for (let number = 0; number < 1_000; number++) note(`/${number}`)
  expect(lines).toHaveLength(10)
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(10)).toEqual([
    { level: 40, leftOut: 990, msg: 'missing pages omitted from the log' },
  ])
  note('/again')
  expect(lines.at(-1)).toMatchObject({ path: '/again' })
})
