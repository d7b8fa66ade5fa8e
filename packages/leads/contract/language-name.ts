const names = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a language, such as `Arabic` for `ar`, or the code itself if it is not a language tag. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
