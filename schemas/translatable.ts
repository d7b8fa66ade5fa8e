import type { SchemaTypeDefinition } from '@sanity/types'
import { field } from './fields/field.ts'
import { isTranslation } from './fields/language.ts'

/** Returns whether the documents of a type have translations. A redirect has no text. */
export const isTranslatable = ({ type, name }: { type: unknown; name: string }): boolean =>
  type === 'document' && name !== 'redirect'

interface Row {
  title?: string
  subtitle?: unknown
  language?: string
}

interface DocumentType {
  fields: object[]
  preview?: { select?: object; prepare?: (row: Row) => Row }
}

/** Returns a document type with the field for the language of a translation. Lists show the language. */
export function translatable(type: SchemaTypeDefinition): SchemaTypeDefinition {
  const { fields, preview } = type as unknown as DocumentType
  const prepare = ({ language, ...row }: Row) => {
    const shown = preview?.prepare?.(row) ?? row
    if (!isTranslation({ language })) return shown
    return { ...shown, subtitle: [nameOf(language), shown.subtitle].filter(Boolean).join(' · ') }
  }
  return {
    ...type,
    fields: [...fields, field('language', 'Language', 'string', { hidden: true, readOnly: true })],
    preview: { select: { ...preview?.select, language: 'language' }, prepare },
  } as unknown as SchemaTypeDefinition
}

/** Returns the English name of a language, such as Arabic for `ar`. */
export function nameOf(code = 'en'): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
