import { readFileSync } from 'node:fs'
import * as addresses from 'halvi-site/addresses'
import { listedPages } from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { describe, expect, it } from 'vitest'
import { schemaTypes } from '../../schemas/index.ts'
import { pagesOf, typesWithPages } from './pages.ts'

interface Seeded {
  _type: string
  slug?: { current: string }
  key?: string
}

const documents = readFileSync(new URL('../../seed/data.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Seeded => JSON.parse(line))

describe('pagesOf', () => {
  it('covers all pages of the site', () => {
    const found = documents.flatMap(({ _type, slug, key }) =>
      pagesOf(_type, { slug: slug?.current, key }).map(({ href }) => href.split('#')[0]),
    )
    expect(found).toEqual(expect.arrayContaining([...listedPages]))
    expect(found).toEqual(
      expect.arrayContaining(['/services/local', '/services/professional/apply']),
    )
    expect(found).toEqual(expect.arrayContaining(['/business/seller', '/support/terms']))
  })

  it('covers all document types that pages show', () => {
    const types = schemaTypes(addresses, siteWords).flatMap(({ type, name }) =>
      type === 'document' ? [name] : [],
    )
    expect(types.filter((type) => !typesWithPages.includes(type))).toEqual([
      'mailMessage',
      'replyTemplate',
      'redirect',
    ])
  })

  it('returns no page for documents without a page or a slug', () => {
    expect(pagesOf('redirect', {})).toEqual([])
    expect(pagesOf('servicePage', {})).toEqual([])
    expect(pagesOf('faqEntry', {})).toEqual([])
  })
})
