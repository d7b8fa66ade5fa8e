import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Matches a possible phone number: 7 to 15 digits, with separators, and up to three to dial another country. */
const number = /(?=[+(\d])(?<!\d)\+?\(?\d(?:[\s()./-]{0,3}\d){6,17}(?!\d)/g

/** Quickly rules out texts without a phone number, which are most. */
const sevenDigits = /\d(?:[\s()./-]{0,3}\d){6}/

/** Matches American numbers, the most common ones, which need no library. */
const american = /^(?:\+?1)?([2-9]\d{9})$/

/** Numbers of final digits that find a phone number on their own. */
const endings = [4, 5, 6, 7, 8]

/**
 * Returns the phone numbers in a folded text, each with the digit sequences that people may search for: as written,
 * international, national, and national with a leading zero. Numbers without a country code are American.
 */
export function phonesIn(folded: string): { written: string; forms: string[] }[] {
  if (!sevenDigits.test(folded)) return []
  return [...folded.matchAll(number)].map(([written]) => {
    const dialed = written
      .replace(/\(0\)/, '')
      .replace(/[\s()./-]/g, '')
      .replace(/^(00|011)/, '+')
    const entered = written.replace(/\D/g, '')
    const [, local] = american.exec(dialed) ?? []
    if (local) return { written, forms: [local, `1${local}`, entered] }
    const parsed = parsePhoneNumberFromString(dialed, 'US')
    const digits = dialed.replace('+', '')
    if (!parsed?.isPossible())
      return { written, forms: [digits.replace(/^0+/, ''), digits, entered] }
    const { nationalNumber, countryCallingCode } = parsed
    const forms = [nationalNumber, countryCallingCode + nationalNumber]
    if (countryCallingCode !== '1') forms.push(`0${nationalNumber}`)
    return { written, forms: [...forms, digits, entered] }
  })
}

/** Returns the words that find the phone numbers in a folded text: their digit sequences and final digits. */
export function phoneWords(folded: string): string[] {
  return phonesIn(folded).flatMap(({ forms }) => {
    const [national = ''] = forms
    return [...forms, ...endings.map((length) => national.slice(-length))]
  })
}
