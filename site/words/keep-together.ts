const digits = String.raw`\p{Nd}{1,9}(?:[.,٫٬]\p{Nd}{1,9}){0,3}`
const percent = String.raw`\s?[%٪]`
const dash = `(?:[-–]|${percent}\\s?[-–]\\s?)`
const range = `(?:${digits}${dash}${digits}(?:${percent})?|${digits}${percent})(?![\\p{Nd}–@-])`
const share = `(?:<bdi dir="ltr">${range}</bdi>|${range})`

/** Matches a range or percentage, with the word before it. */
const pairs = new RegExp(
  String.raw`((?<![\p{L}\p{M}])[\p{L}\p{M}’]{1,40}:? \(?)?(?<![\w\p{Nd}.,+–/@-])(${share})`,
  'gu',
)
const afterElement = new RegExp(`^ (?=\\(?${share})`, 'u')
const beforeElement = new RegExp(
  String.raw` (?=(?:<(?:strong|em|b)\b[^<>]*>){1,3}(?:<span class="[\w-]+">)?${share})(?<=[\p{L}:] )`,
  'gu',
)

/**
 * Returns the HTML of a text whose ranges stay on one line, as do percentages with the word before them, such as Mall
 * 8–15%. A pair that is wider than the line breaks between the two.
 */
export const keepTogether = (text: string): string =>
  text.replace(afterElement, '\u00a0').replace(pairs, (_, name = '', share: string) => {
    const whole = /\p{Nd}[^<\p{Nd}]*[-–\s]/u.test(share)
      ? `<span class="whitespace-nowrap">${share}</span>`
      : share
    return name && /[%٪]/.test(share)
      ? `<span class="together">${name}${whole}</span>`
      : `${name}${whole}`
  })

/** Returns HTML in which a word stays on the line of an element that starts with a range or percentage. */
export const keepWithElements = (html: string): string => html.replace(beforeElement, '\u00a0')
