import { describe, expect, it } from 'vitest'
import { type PreviewSession, readSession, sessionKey, writeSession } from './preview-session.ts'

const key = sessionKey('a token')
const now = Date.UTC(2025, 3, 12)
const session: PreviewSession = { kind: 'link', until: now + 1000, id: 'a1' }
const text = writeSession(session, key)

describe('readSession', () => {
  it('returns the written session until it expires', () => {
    expect(readSession(text, key, now)).toEqual(session)
    expect(readSession(text, key, now + 999)).toEqual(session)
    expect(readSession(text, key, now + 1000)).toBe('expired')
  })

  it('accepts text that needs no escaping in cookies and URLs', () => {
    expect(text).toMatch(/^[\w.-]+$/)
    expect(encodeURIComponent(text)).toBe(text)
  })

  it('returns the releases that a session shows', () => {
    for (const perspective of [['published'], ['r-1_a', 'rB', 'drafts']]) {
      for (const given of [
        { ...session, perspective },
        { kind: 'studio' as const, until: session.until, perspective },
      ]) {
        const written = writeSession(given, key)
        expect(readSession(written, key, now)).toEqual(given)
        expect(encodeURIComponent(written)).toBe(written)
        expect(readSession(written.replace('~', '~x'), key, now)).toBeUndefined()
      }
    }
  })

  it('rejects a session that was signed with another token', () => {
    expect(readSession(text, sessionKey('a new token'), now)).toBeUndefined()
  })

  const [kind, until, id, signature] = text.split('.')
  it.each([
    ['empty text', ''],
    ['another kind', `studio.${until}.${id}.${signature}`],
    ['a later expiry', `${kind}.z${until}.${id}.${signature}`],
    ['another id', `${kind}.${until}.b2.${signature}`],
    [
      'another signature',
      `${kind}.${until}.${id}.${signature?.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ],
    ['half a signature', `${kind}.${until}.${id}.${signature?.slice(0, 20)}`],
    ['no signature', `${kind}.${until}.${id}.`],
    ['no expiry', `${kind}..${id}.${signature}`],
    ['a very long expiry', `${kind}.${'z'.repeat(500)}.${id}.${signature}`],
    ['multi-byte characters', `${kind}.${until}.${id}.${'é'.repeat(43)}`],
    ['a very long text', 'x'.repeat(100_000)],
  ])('rejects a forged session: %s', (_what, forged) => {
    expect(readSession(forged, key, now)).toBeUndefined()
  })
})
