import type { SchemaTypeDefinition, ValidationContext } from '@sanity/types'
import { apiVersion } from './api-version.ts'
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
    return { ...shown, subtitle: nameOf(language) }
  }
  return {
    ...type,
    fields: [
      ...fields,
      field('language', 'Language', 'string', {
        ...{ hidden: true, readOnly: true },
        rules: (rule) => [rule.custom<string>(checkRelation)],
      }),
    ],
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

/** Checks that a translation has an original, and is the only one in its language. Passes if they can't be read. */
export async function checkRelation(
  language: string | undefined,
  { document, getClient }: Pick<ValidationContext, 'document' | 'getClient'>,
) {
  if (!isTranslation({ language })) return true
  const id = document?._id.replace(/^(drafts|versions\.[^.]+)\./, '')
  // Also finds documents that are only in a release.
  const related = await getClient({ apiVersion })
    .fetch<{ id: string; language: string | null }[]>(
      `*[_type == "translation.metadata" && $id in translations[].value._ref].translations[
        count(*[_type == $type && sanity::versionOf(^.value._ref)]) > 0
      ]{language, "id": value._ref}`,
      { id, type: document?._type },
      { perspective: 'raw' },
    )
    .catch(() => undefined)
  if (!related) return true
  if (!related.some((one) => !isTranslation(one)))
    return 'The list of translations lacks the original. If the original exists, select Translations and Create in its form. Otherwise restore it, or delete this translation.'
  return related.some((one) => one.language === language && one.id !== id)
    ? 'There is another translation to this language. Keep one, and delete the other.'
    : true
}
