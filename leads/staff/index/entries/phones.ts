import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What may be a phone number: 7 to 15 digits, with what is written between them. */
const number = /(?=[+(\d])(?<!\d)\+?\(?\d(?:[\s().-]{0,3}\d){6,14}(?!\d)/g

/** Skips most texts, which have no such characters, in a fraction of the time. */
const sevenDigits = /\d(?:[\s().-]{0,3}\d){6}/

/** Most numbers are American, and need no library. */
const american = /^(?:\+?1)?([2-9]\d{9})$/

/** The lengths of endings, in digits, that find a number by themselves. */
const endings = [4, 5, 6, 7, 8]

/**
 * Returns the phone numbers in a folded text, each as the digits that it may be written with: as it is,
 * international, national, and national with a leading zero. Numbers without a country are American.
 */
export function phonesIn(folded: string): { written: string; forms: string[] }[] {
  if (!sevenDigits.test(folded)) return []
  return [...folded.matchAll(number)].map(([written]) => {
    const dialed = written
      .replace(/\(0\)/, '')
      .replace(/[\s().-]/g, '')
      .replace(/^(00|011)/, '+')
    const [, local] = american.exec(dialed) ?? []
    if (local) return { written, forms: [local, `1${local}`] }
    const parsed = parsePhoneNumberFromString(dialed, 'US')
    const digits = dialed.replace('+', '')
    if (!parsed?.isPossible()) return { written, forms: [digits.replace(/^0+/, ''), digits] }
    const { nationalNumber, countryCallingCode } = parsed
    const forms = [nationalNumber, countryCallingCode + nationalNumber]
    if (countryCallingCode !== '1') forms.push(`0${nationalNumber}`)
    return { written, forms: [...forms, digits] }
  })
}

/** Returns what the phone numbers in a folded text are found by: their forms and their last digits. */
export function phoneWords(folded: string): string[] {
  return phonesIn(folded).flatMap(({ forms }) => {
    const [national = ''] = forms
    return [...forms, ...endings.map((length) => national.slice(-length))]
  })
}
