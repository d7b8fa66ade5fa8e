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

/** Returns the English documents of `data.ndjson`, without their translations. */
export const readSeedOriginals = (): SeedDocument[] =>
  readSeedDocuments().filter(
    ({ _type, language }) => language === undefined && _type !== 'translation.metadata',
  )
