import { mkdirSync, writeFileSync } from 'node:fs'
import { Schema } from '@sanity/schema'
import { builtinTypes, extractSchema } from '@sanity/schema/_internal'
import { schemaTypes } from 'halvi-schemas'
import * as addresses from '../app/addresses.ts'

// Writes what `sanity schema extract` writes, of which typegen makes types, without the Studio around it:
// that command loads all of it through Vite, which takes ten times as long.

const schema = Schema.compile({
  name: 'default',
  types: [...builtinTypes, ...schemaTypes(addresses)],
})
const folder = new URL('.sanity/', import.meta.url)
mkdirSync(folder, { recursive: true })
const extracted = extractSchema(schema, { enforceRequiredFields: true })
writeFileSync(new URL('schema.json', folder), `${JSON.stringify(extracted, null, 2)}\n`)
