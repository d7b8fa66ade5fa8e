/** Returns whether a document is a translation. Originals are in English and don't have the field. */
export function isTranslation(document: object | null | undefined): boolean {
  const language = (document as { language?: unknown } | null | undefined)?.language
  return typeof language === 'string' && language !== 'en'
}
