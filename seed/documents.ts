import { readFileSync } from 'node:fs'

/** A document of the content that a new site starts with. */
export interface SeedDocument {
  _id: string
  [field: string]: unknown
}

/** Returns all documents of `data.ndjson`. */
export const readSeedDocuments = (): SeedDocument[] =>
  readFileSync(new URL('data.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): SeedDocument => JSON.parse(line))
