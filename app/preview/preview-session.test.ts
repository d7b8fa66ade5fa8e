import { describe, expect, it } from 'vitest'
import { type PreviewSession, readSession, sessionKey, writeSession } from './preview-session.ts'

const key = sessionKey('a token')
const now = Date.UTC(2025, 3, 12)
const session: PreviewSession = { kind: 'link', until: now + 1000, id: 'a1' }
const text = writeSession(session, key)

describe('a session', () => {
  it('is read as it was written, until its time is up', () => {
    expect(readSession(text, key, now)).toEqual(session)
    expect(readSession(text, key, now + 999)).toEqual(session)
    expect(readSession(text, key, now + 1000)).toBe('expired')
  })

  it('fits into a cookie and an address as it is', () => {
    expect(text).toMatch(/^[\w.-]+$/)
    expect(encodeURIComponent(text)).toBe(text)
  })

  it('ends with the token that it was signed with', () => {
    expect(readSession(text, sessionKey('a new token'), now)).toBeUndefined()
  })

  const [kind, until, id, signature] = text.split('.')
  it.each([
    ['nothing', ''],
    ['another kind', `studio.${until}.${id}.${signature}`],
    ['a longer time', `${kind}.z${until}.${id}.${signature}`],
    ['another id', `${kind}.${until}.b2.${signature}`],
    [
      'another signature',
      `${kind}.${until}.${id}.${signature?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ],
    ['half a signature', `${kind}.${until}.${id}.${signature?.slice(0, 20)}`],
    ['no signature', `${kind}.${until}.${id}.`],
    ['no time', `${kind}..${id}.${signature}`],
    ['an endless time', `${kind}.${'z'.repeat(500)}.${id}.${signature}`],
    ['characters of several bytes', `${kind}.${until}.${id}.${'é'.repeat(43)}`],
    ['something huge', 'x'.repeat(100_000)],
  ])('that is forged is none: %s', (_what, forged) => {
    expect(readSession(forged, key, now)).toBeUndefined()
  })
})
