import { readFileSync } from 'node:fs'

/** A document of the first content. */
export interface SeedDocument {
  _id: string
  [field: string]: unknown
}

/** All documents of `data.ndjson`. */
export const readSeedDocuments = (): SeedDocument[] =>
  readFileSync(new URL('data.ndjson', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): SeedDocument => JSON.parse(line))
