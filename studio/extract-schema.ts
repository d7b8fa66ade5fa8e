import { mkdirSync, writeFileSync } from 'node:fs'
import { Schema } from '@sanity/schema'
import { builtinTypes, extractSchema } from '@sanity/schema/_internal'
import { schemaTypes } from 'halvi-schemas'
import * as addresses from '../app/addresses.ts'
import { siteWords } from '../app/words/words.ts'

// Writes the same file as `sanity schema extract`, which typegen reads. That command loads the whole Studio through
// Vite and takes ten times as long.

const schema = Schema.compile({
  name: 'default',
  types: [...builtinTypes, ...schemaTypes(addresses, siteWords)],
})
const folder = new URL('.sanity/', import.meta.url)
mkdirSync(folder, { recursive: true })
const extracted = extractSchema(schema, { enforceRequiredFields: true })
writeFileSync(new URL('schema.json', folder), `${JSON.stringify(extracted, null, 2)}\n`)
