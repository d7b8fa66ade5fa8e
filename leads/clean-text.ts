/** A letter of a script other than Latin, or a pictograph: what joiners and variation selectors shape. */
const shaped = String.raw`(?!\p{Script=Latin}|\p{Default_Ignorable_Code_Point})[\p{L}\p{Extended_Pictographic}]`
const shapedEnd = String.raw`(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`
/** The viramas of Indian scripts: a joiner behind one shapes the letter before it. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`

/** Invisible characters that change how their neighbors look. */
const shaping = [
  String.raw`(?<=${shapedEnd})[\u200c\u200d](?=${shaped})`,
  String.raw`(?<=${virama})[\u200c\u200d]`,
  String.raw`(?<=${shaped})\p{Variation_Selector}`,
  // A keycap, and the flag of a part of a country.
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
].join('|')

/** Controls, directions, zero-width spaces, fillers, tags, and the places of annotations and objects. */
const unseen = String.raw`(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]`

const shapingOrUnseen = new RegExp(`(${shaping})|${unseen}`, 'gu')
const seen = /[^\s\u2800\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/u

/**
 * Returns a text without the spaces and invisible characters around it that don't shape its last letter. A text that
 * shows nothing becomes ''. What is inside stays as it was entered.
 */
export function cleanText(text: string): string {
  const start = text.search(seen)
  if (start < 0) return ''
  let last = text.length - 1
  // Half of a surrogate pair is not seen.
  while (!seen.test(String.fromCodePoint(text.codePointAt(last) ?? 0))) last--
  return text.slice(start, last) + withoutInvisible(text.slice(last))
}

/** Returns a text without the characters that show nothing, also inside, but what shapes letters and emoji. */
export function withoutInvisible(text: string): string {
  // A blank of Braille is a space.
  return text.replaceAll('\u2800', ' ').replace(shapingOrUnseen, '$1').trim()
}

/** No address is longer, whatever was pasted around it, in characters. */
const longestEmail = 1_000

/**
 * Returns an email address without what copying adds (invisible characters, a name, `mailto:`, brackets, punctuation),
 * in plain letters, and with an international domain in ASCII (UTS 46). An invalid address stays invalid.
 */
export function cleanEmail(text: string): string {
  const clean = withoutInvisible(text)
  if (clean.length > longestEmail) return clean
  const plain = clean
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.')
    .replaceAll('\ufe6b', '@')
  const email = (/<([^<>]+)>[\s,;.]*$/.exec(plain)?.[1] ?? plain)
    .replace(/^[\s<(["“‘«]*(mailto:([^?]*).*)?/is, (_all, link, linked) => (link ? linked : ''))
    .replace(/[\s>)\]"”’»,;:.]+$/, '')
  const at = email.lastIndexOf('@') + 1
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at))
}

function asciiDomain(domain: string): string {
  const isInternational = /[^ -~]/.test(domain) && !/[\s/?#:%\\[\]]/.test(domain)
  const url = `http://${domain}`
  return isInternational && URL.canParse(url) ? new URL(url).hostname : domain
}
