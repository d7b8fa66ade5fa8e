import { domainToASCII, domainToUnicode } from 'node:url'
import { comparable } from '../../lead.ts'
import { storable } from '../../store/storable.ts'

/** Returns an address's spellings in lower case: with the domain in ASCII or Unicode, each also URL-encoded. */
export function spellingsOf(email: string): string[] {
  const address = storable(String(comparable('email', email))).replace(/\p{Cf}/gu, '')
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  const plain = [domain || '@', domainToASCII(domain), domainToUnicode(domain)]
    .filter((known) => known !== '')
    .map((known) => address.slice(0, at) + known)
  return [...new Set([...plain, ...plain.map(encodeURIComponent)])]
}

/** Returns a global pattern that matches an address in any spelling, but not as a part of a longer address. */
export function addressPattern(email: string): RegExp {
  const spellings = spellingsOf(email).map((spelling) =>
    [...spelling].map(formsOf).join(String.raw`\p{Cf}*`),
  )
  const before = String.raw`(?<![\p{L}\p{N}_+-]|[\p{L}\p{N}]['.])`
  const after = String.raw`(?!\p{Cf}{0,3}[.-]?[\p{L}\p{N}])`
  return new RegExp(`${before}(?:${spellings.join('|')})${after}`, 'giu')
}

/** Other variants of a character, in addition to its full-width form. */
const variants: Readonly<Record<string, string>> = { '.': '。｡', '@': '﹫' }

function formsOf(character: string): string {
  const wide = /[!-~]/.test(character) ? [fullWidth(character)] : []
  const forms = [character, character.normalize('NFD'), ...wide, ...(variants[character] ?? '')]
  return `(?:${[...new Set(forms)].map(toEscapes).join('|')})`
}

const fullWidth = (ascii: string) => String.fromCharCode(ascii.charCodeAt(0) + 0xfee0)

const toEscapes = (text: string) =>
  [...text].map((character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join('')
