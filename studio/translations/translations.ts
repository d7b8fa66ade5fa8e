import { documentInternationalization } from '@sanity/document-internationalization'
import { createElement } from 'react'
import type { PluginOptions } from 'sanity'
import { readLanguages } from './languages.ts'
import { TranslationsMenu } from './menu.tsx'
import { TranslationField, TranslationInput } from './translation-form.tsx'

/**
 * Returns the plugins for translations. Sanity's plugin has the type that lists an original and its translations, and
 * shows the language of a document. Its menu needs a language in originals and reads the languages only once, so the
 * site has its own.
 *
 * @param schemaTypes the names of the types whose documents have translations
 */
export const translations = (schemaTypes: string[]): PluginOptions[] => [
  documentInternationalization({
    ...{ schemaTypes, supportedLanguages: readLanguages, weakReferences: true },
    ...{ hideLanguageFilter: true, addTemplates: false, metadataOmnisearchVisibility: false },
  }),
  {
    name: 'translations',
    form: { components: { input: TranslationInput, field: TranslationField } },
    document: {
      unstable_languageFilter: (all, { schemaType, documentId }) => {
        if (!documentId || !schemaTypes.includes(schemaType)) return all
        const Filter = ({ schemaType: type }: { schemaType: { name: string } }) =>
          createElement(TranslationsMenu, { documentId, schemaType: type })
        return [...all, Filter]
      },
    },
  },
]
