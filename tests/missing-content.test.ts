import type { Patch, SanityDocument } from '@sanity/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as addresses from '../app/addresses.ts'
import { isAffected } from '../app/content/content-updates.ts'
import { programmes } from '../app/pages.ts'
import { schemaTypes } from '../schemas/index.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
let seed: SanityDocument[]
/** What each page depends on while nothing is missing. */
const tagsOf = new Map<string, ReadonlySet<string>>()
/** Ids of what the test has changed so far. */
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
/** Words that stand where a value is missing. */
const holes = /undefined|\bnull[%"]|:null|NaN|\[object|Invalid Date|1970/
/** What has to have words, or a picture with some, and has none. */
const empty = /<(h[1-6]|button|a|label|legend|summary|th|dt)\b(?![^>]*aria-label)[^>]*>\s*<\/\1>/

/** A page answers, has its heading, and shows no hole; one that is `gone` is not there. */
async function expectWhole(path: string, gone: string[] = []) {
  const { status, html, tags } = await load(path)
  expect(status, path).toBe(gone.includes(path) ? 404 : 200)
  expect(html.match(/<h1[^>]*>[^<]/g), path).toHaveLength(1)
  const shown = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
  expect(holes.exec(shown)?.[0], path).toBeUndefined()
  expect(empty.exec(shown)?.[0], path).toBeUndefined()
  return tags
}

async function change(id: string, build: (patch: Patch) => Patch) {
  changed.add(id)
  await build(site.editor.patch(id)).commit()
}

/** The sync tags that a change to these documents hits: those of their ids and types. */
async function tagsOfDocuments(ids: Set<string>): Promise<ReadonlySet<string>> {
  const types = seed.filter(({ _id }) => ids.has(_id)).map(({ _type }) => _type)
  const { syncTags = [] } = await site.editor.fetch(
    '[*[_id in $ids]._id, *[_type in $types]._id]',
    { ids: [...ids], types },
    { filterResponse: false },
  )
  return new Set(syncTags)
}

/** Every page is whole; those that nothing was changed of are still as they were. */
async function expectWholePages(gone: string[] = []) {
  const hit = await tagsOfDocuments(changed)
  const concerned = canonicalPaths.filter((path) => isAffected(tagsOf.get(path) ?? new Set(), hit))
  expect(concerned).toEqual(expect.arrayContaining(gone))
  expect(concerned, 'no page was changed').not.toEqual([])
  for (const path of concerned) await expectWhole(path, gone)
}

/** Every type of document but redirects, which are on no page: they lead away from where none is. */
const types = schemaTypes(addresses)
  .filter(({ type, name }) => type === 'document' && name !== 'redirect')
  .map(({ name }) => name)

/** Pages that are there only as long as the affiliates' page lists their programs. */
const programmePaths = programmes.map((key) => `/affiliates/${key}`)

/** Fields without which a document could not be found or named. */
const identity = ['slug', 'key', 'title', 'name', 'question', 'rate', 'applyTitle', 'hue']

describe('every page still makes sense', () => {
  beforeAll(async () => {
    for (const path of canonicalPaths) tagsOf.set(path, await expectWhole(path))
  })

  it.each(types)('when %s has nothing but its name', async (type) => {
    const documents = seed.filter(({ _type }) => _type === type)
    expect(documents, `the seed has no ${type} to take anything away from`).not.toEqual([])
    for (const { _id, ...document } of documents) {
      const fields = Object.keys(document).filter(
        (f) => !f.startsWith('_') && !identity.includes(f),
      )
      await change(_id, (patch) => patch.unset(fields))
    }
    await expectWholePages(type === 'affiliatesPage' ? programmePaths : [])
  })

  it('when the list of affiliate programs is empty', async () => {
    await change('affiliatesPage', (patch) => patch.unset(['programmes']))
    await expectWholePages(programmePaths)
    expect((await load('/affiliates')).html).not.toContain('href="/affiliates/')
  })

  it('when a program was taken out', async () => {
    await change('affiliatesPage', (patch) =>
      patch.unset(['programmes[_ref=="programme-creator"]']),
    )
    await expectWholePages(['/affiliates/creator'])
    const { html } = await load('/affiliates')
    expect(html).not.toContain('href="/affiliates/creator"')
    expect(html).toContain('href="/affiliates/regular"')
  })

  it('when the challenge has no leaderboard', async () => {
    await change('affiliatesPage', (patch) => patch.unset(['leaderboard']))
    const { status, html } = await load('/affiliates/challenge')
    expect(status).toBe(200)
    expect(html).not.toContain('<table')
  })

  it('when the challenge has no date', async () => {
    await change('programme-challenge', (patch) => patch.unset(['challenge']))
    const { status, html } = await load('/affiliates/challenge')
    expect(status).toBe(200)
    expect(html).not.toContain('role="timer"')
    await expectWholePages()
  })

  it('when its date and time zone are none', async () => {
    const fields = { 'challenge.startsAt': 'soon', 'challenge.timeZone': 'Middle/Earth' }
    await change('programme-challenge', (patch) => patch.set(fields))
    await expectWholePages()
  })
})
