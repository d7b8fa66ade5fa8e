import { describe, expect, it } from 'vitest'
import { fingerprint, leadId } from './lead.ts'

describe('leadId', () => {
  it('returns a UUID version 7, which sorts by time', () => {
    const ids = [0, 1, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1].map(leadId)
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect([...ids].sort()).toEqual(ids)
  })
})

describe('fingerprint', () => {
  const form = 'waitlist'
  const payload = { name: 'Zoë  Ali', email: 'Zoe@Example.com', agreed: true }

  it.each([
    ['order of keys', { agreed: true, email: 'Zoe@Example.com', name: 'Zoë  Ali' }],
    ['spaces', { ...payload, name: ' Zoë\nAli ' }],
    ['composition', { ...payload, name: 'Zoe\u0308 Ali' }],
    ['case of the email address', { ...payload, email: 'zoe@example.com' }],
  ])('ignores %s', (_what, same) => {
    expect(fingerprint({ form, payload: same })).toBe(fingerprint({ form, payload }))
  })

  it.each([
    ['another form', { form: 'contact', payload }],
    ['another name', { form, payload: { ...payload, name: 'zoë ali' } }],
    ['another answer', { form, payload: { ...payload, agreed: false } }],
    ['the same words elsewhere', { form, payload: { ...payload, name: '', city: 'Zoë Ali' } }],
  ])('differs for %s', (_what, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint({ form, payload }))
  })
})
