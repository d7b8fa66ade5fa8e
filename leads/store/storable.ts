/** Replaces NUL and lone surrogates, which SQLite and PostgreSQL do not both keep, by U+FFFD. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}
