/**
 * A text that SQLite and PostgreSQL both keep: NUL and halves of characters, which one of them
 * refuses or the other alters, become U+FFFD.
 */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}
