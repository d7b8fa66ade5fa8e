import { describe, expect, it } from 'vitest'
import { reasonText } from './labels.ts'

describe('reasonText', () => {
  it('says whose server refused, in words, with the status', () => {
    for (const [error, side] of [
      ['status 550 at RCPT TO', 'recipient'],
      ['status 554 at DATA', 'recipient'],
      ['status 535 at AUTH PLAIN', 'site'],
      ['status 421', 'site'],
    ] as const) {
      const text = reasonText(error)
      expect(text).toContain(`The ${side}’s mail server`)
      expect(text).toContain(/[\d. ]*\d/.exec(error)?.[0].trim())
      expect(text).not.toMatch(/status| at |RCPT|DATA|AUTH/)
    }
    expect(reasonText('status 550 at RCPT TO', 'bounced')).toMatch(/no such mailbox.*550/)
    expect(reasonText('ETIMEDOUT')).toMatch(/could not be reached.*ETIMEDOUT/)
    expect(reasonText('address refused before')).toBe('address refused before')
  })
})
