/** Columns of text under their names, for people to read; the last ends where its text does. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [names, ...rows].map((row) => row.map(visible))
  const widths = names.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)))
  return lines
    .map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/**
 * A visitor's text as a terminal may show it: control characters, which could move the cursor or
 * worse, and those that turn the direction of writing are spelled out.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
