import { mkdirSync, writeFileSync } from 'node:fs'
import { Schema } from '@sanity/schema'
import { builtinTypes, extractSchema } from '@sanity/schema/_internal'
import { isTranslatable, schemaTypes } from 'halvi-schemas'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'

// Writes the same file as `sanity schema extract`, which typegen reads. That command loads the whole Studio through
// Vite and takes ten times as long.

const types = schemaTypes(addresses, siteWords)

/** The type of the plugin @sanity/document-internationalization, which lists an original and its translations. */
const metadata = {
  name: 'translation.metadata',
  type: 'document',
  fields: [
    {
      name: 'translations',
      type: 'array',
      of: [
        {
          name: 'internationalizedArrayReferenceValue',
          type: 'object',
          fields: [
            { name: 'language', type: 'string' },
            {
              name: 'value',
              type: 'reference',
              weak: true,
              to: types.filter(isTranslatable).map(({ name }) => ({ type: name })),
            },
          ],
        },
      ],
    },
    { name: 'schemaTypes', type: 'array', of: [{ type: 'string' }] },
  ],
}

const schema = Schema.compile({ name: 'default', types: [...builtinTypes, ...types, metadata] })
const folder = new URL('.sanity/', import.meta.url)
mkdirSync(folder, { recursive: true })
const extracted = extractSchema(schema, { enforceRequiredFields: true })
writeFileSync(new URL('schema.json', folder), `${JSON.stringify(extracted, null, 2)}\n`)
