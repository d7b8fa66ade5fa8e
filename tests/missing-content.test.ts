import type { Patch, SanityDocument } from '@sanity/client'
import * as addresses from 'halvi-site/addresses'
import { isAffected } from 'halvi-site/content/content-updates'
import { programmes } from 'halvi-site/pages'
import { siteWords } from 'halvi-site/words/words'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { schemaTypes } from '../schemas/index.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
let seed: SanityDocument[]
/** Sync tags that each page depends on with the complete seed. */
const tagsOf = new Map<string, ReadonlySet<string>>()
/** Ids of the documents that the test has changed. */
const changed = new Set<string>()
beforeAll(async () => {
  site = await createPageHandler()
  seed = await site.editor.fetch('*[!(_type match "sanity.*")]')
})
afterAll(() => site.close())
afterEach(async () => {
  const transaction = site.editor.transaction()
  for (const document of seed) {
    if (changed.has(document._id)) transaction.createOrReplace(document)
  }
  await transaction.commit()
  changed.clear()
})

const load = async (path: string) => {
  const { content } = site
  const response = await site.request(path, undefined, { content })
  return { status: response.status, html: await response.text(), tags: content.tags }
}
/** Texts that a missing value would cause. */
const brokenTexts = /undefined|\bnull[%"]|:null|NaN|\[object|Invalid Date|1970/
/** Empty elements that need a text or a label. */
const emptyElements =
  /<(h[1-6]|button|a|label|legend|summary|th|dt)\b(?![^>]*aria-label)[^>]*>\s*<\/\1>/

/** Asserts that a page has its heading and no traces of missing values. A `missing` page returns 404. */
async function expectWhole(path: string, missing: string[] = []) {
  const { status, html, tags } = await load(path)
  expect(status, path).toBe(missing.includes(path) ? 404 : 200)
  expect(html.match(/<h1[^>]*>[^<]/g), path).toHaveLength(1)
  const shown = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
  expect(brokenTexts.exec(shown)?.[0], path).toBeUndefined()
  expect(emptyElements.exec(shown)?.[0], path).toBeUndefined()
  return tags
}

async function change(id: string, build: (patch: Patch) => Patch) {
  changed.add(id)
  await build(site.editor.patch(id)).commit()
}

/** Removes all fields of documents except those that identify them. */
async function empty(documents: readonly SanityDocument[]) {
  const transaction = site.editor.transaction()
  for (const { _id, ...document } of documents) {
    changed.add(_id)
    const fields = Object.keys(document).filter(
      (name) => !name.startsWith('_') && !identity.includes(name),
    )
    transaction.patch(_id, { unset: fields })
  }
  await transaction.commit()
}

/** Returns the sync tags of the ids and types of documents, which a change to them invalidates. */
async function tagsOfDocuments(ids: Set<string>): Promise<ReadonlySet<string>> {
  const types = seed.filter(({ _id }) => ids.has(_id)).map(({ _type }) => _type)
  const { syncTags = [] } = await site.editor.fetch(
    '[*[_id in $ids]._id, *[_type in $types]._id]',
    { ids: [...ids], types },
    { filterResponse: false },
  )
  return new Set(syncTags)
}

/** Checks every page that depends on a changed document. */
async function expectWholePages(missing: string[] = []) {
  const hit = await tagsOfDocuments(changed)
  const affected = canonicalPaths.filter((path) => isAffected(tagsOf.get(path) ?? new Set(), hit))
  expect(affected).toEqual(expect.arrayContaining(missing))
  expect(affected, 'no page depends on the changed documents').not.toEqual([])
  for (const path of affected) await expectWhole(path, missing)
}

/** Document types that no page shows, and pages from sections, which the seed lacks (section-pages.test.ts). */
const unseen = ['page', 'redirect', 'mailMessage', 'replyTemplate']

/** All other document types. */
const types = schemaTypes(addresses, siteWords)
  .filter(({ type, name }) => type === 'document' && !unseen.includes(name))
  .map(({ name }) => name)

/** Pages that exist only if the affiliates page lists their programs. */
const programmePaths = programmes.map((key) => `/affiliates/${key}`)

/** Fields that identify a document. They are kept. */
const identity = ['slug', 'key', 'title', 'name', 'question', 'rate', 'applyTitle', 'hue']

describe('every page is complete', () => {
  beforeAll(async () => {
    for (const path of canonicalPaths) tagsOf.set(path, await expectWhole(path))
  })

  it.each(types)('when documents of type %s only have their identifying fields', async (type) => {
    const documents = seed.filter(({ _type }) => _type === type)
    expect(documents, `the seed has no document of type ${type}`).not.toEqual([])
    await empty(documents)
    await expectWholePages(type === 'affiliatesPage' ? programmePaths : [])
  })

  it('when a program is removed from the list', async () => {
    await change('affiliatesPage', (patch) =>
      patch.unset(['programmes[_ref=="programme-creator"]']),
    )
    await expectWholePages(['/affiliates/creator'])
    const { html } = await load('/affiliates')
    expect(html).not.toContain('href="/affiliates/creator"')
    expect(html).toContain('href="/affiliates/regular"')
  })

  it('when the date and the time zone of the challenge are invalid', async () => {
    const fields = { 'challenge.startsAt': 'soon', 'challenge.timeZone': 'Middle/Earth' }
    await change('programme-challenge', (patch) => patch.set(fields))
    await expectWholePages()
  })
})
