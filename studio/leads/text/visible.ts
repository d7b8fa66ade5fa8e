/**
 * A visitor's text as a page may show it: control characters, and those that turn the direction of
 * writing or have no width, are spelled out. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(
    /(?![\t\n])[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
