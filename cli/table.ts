/** Returns rows as aligned columns of text. The first row holds the names of the columns. Trims the ends of lines. */
export function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(visible))
  const width = (column: number) => Math.max(...lines.map((row) => row[column]?.length ?? 0))
  const widths = lines[0]?.map((_, column) => width(column)) ?? []
  return lines
    .map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/**
 * Escapes a visitor's text for a terminal: control characters, which could move the cursor or run terminal commands,
 * and characters that change the direction of the text.
 */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Cs}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns the number with its noun: `1 lead`, `2 leads`. */
export const counted = (leads: number) => (leads === 1 ? '1 lead' : `${leads} leads`)

/** Returns the time since then as days, hours, and minutes: `1 d 2 h 3 min`. */
export function age(since: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 60_000))
  return `${Math.floor(minutes / 1440)} d ${Math.floor(minutes / 60) % 24} h ${minutes % 60} min`
}
