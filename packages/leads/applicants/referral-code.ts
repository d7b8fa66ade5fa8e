import { cleanLinkPart } from '../clean-text.ts'

/** Letters and digits of referral codes, without those that look alike. */
export const codeAlphabet = '23456789abcdefghjkmnpqrstuvwxyz'
export const codeLength = 13

const codePattern = new RegExp(`^[^a-z\\d]*([${codeAlphabet}]{${codeLength}})(?![a-z\\d])`)

/** Returns the referral code in a text, in any case and with punctuation around it, or '' without one. */
export const referralCodeIn = (text: string): string =>
  codePattern.exec(cleanLinkPart(text).toLowerCase())?.[1] ?? ''
