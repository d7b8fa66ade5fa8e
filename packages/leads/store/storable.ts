/** Replaces NUL and lone surrogates with U+FFFD, because SQLite and PostgreSQL do not both store them. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\ufffd')
}
