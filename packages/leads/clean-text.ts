/**
 * Matches a letter of a non-Latin script, or a pictograph: characters whose look joiners and variation selectors
 * change.
 */
const shaped = String.raw`(?!\p{Script=Latin}|\p{Default_Ignorable_Code_Point})[\p{L}\p{Extended_Pictographic}]`
const shapedEnd = String.raw`(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`
/** Matches the viramas of Indian scripts. A joiner after one changes the letter before it. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`

/** Patterns of invisible characters that change how their neighbors look. */
const shaping = [
  String.raw`(?<=${shapedEnd})[\u200c\u200d](?=${shaped})`,
  String.raw`(?<=${virama})[\u200c\u200d]`,
  String.raw`(?<=${shaped})\p{Variation_Selector}`,
  // A keycap emoji, and a regional flag such as Scotland's.
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}`,
].join('|')

/**
 * Matches control characters, direction marks, zero-width spaces, fillers, tags, and placeholders of annotations and
 * objects.
 */
const invisible = String.raw`(?![\t\n])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]`

const shapingOrInvisible = new RegExp(`(${shaping})|${invisible}`, 'gu')
const visible = /[^\s\u2800\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffc]/u

/** Embeddings, overrides, and isolates, which can reverse the text after them. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Trims spaces and invisible characters at both ends of a string, except those that shape its last letter. Returns ''
 * if the string has no visible character. Inside the text, removes only controls of its direction.
 */
export function cleanText(value: string): string {
  const text = value.replace(directionControls, '')
  const start = text.search(visible)
  if (start < 0) return ''
  let last = text.length - 1
  // Half of a surrogate pair is never visible.
  while (!visible.test(String.fromCodePoint(text.codePointAt(last) ?? 0))) last--
  return text.slice(start, last) + withoutInvisible(text.slice(last))
}

/** Removes all invisible characters from a string, except those that shape letters and emoji. */
export function withoutInvisible(text: string): string {
  // A blank Braille pattern looks like a space.
  return text.replaceAll('\u2800', ' ').replace(shapingOrInvisible, '$1').trim()
}

/** Returns a part of a link without the escapes and invisible characters that copying and chats add, also twice. */
export function cleanLinkPart(text: string): string {
  const decode = (escaped: string) => escaped.replace(/(?:%[\da-f]{2})+/gi, decodeSafely)
  return withoutInvisible(decode(decode(text.slice(0, 1_000))))
}

function decodeSafely(escaped: string): string {
  try {
    return decodeURIComponent(escaped)
  } catch {
    return escaped
  }
}

/** Maximum length of input that may contain an email address, in characters. */
const maxEmailLength = 1_000

/**
 * Returns an email address without characters that copying adds: invisible characters, a name, `mailto:`, brackets,
 * punctuation. Converts full-width letters and international domains (UTS 46) to ASCII. Invalid addresses stay
 * invalid.
 */
export function cleanEmail(text: string): string {
  const clean = withoutInvisible(text)
  if (clean.length > maxEmailLength) return clean
  const plain = clean
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.')
    .replaceAll('\ufe6b', '@')
  const email = (/<([^<>]+)>[\s,;.]*$/.exec(plain)?.[1] ?? plain)
    .replace(/^[\s<(["“‘«]*(mailto:([^?]*).*)?/is, (_all, link, linked) => (link ? linked : ''))
    .replace(/(?<![\s>)\]"”’»,;:.])[\s>)\]"”’»,;:.]+$/, '')
  const at = email.lastIndexOf('@') + 1
  return at === 0 ? email : email.slice(0, at) + asciiDomain(email.slice(at))
}

function asciiDomain(domain: string): string {
  const isInternational = /[^ -~]/.test(domain) && !/[\s/?#:%\\[\]]/.test(domain)
  const url = `http://${domain}`
  return isInternational && URL.canParse(url) ? new URL(url).hostname : domain
}
