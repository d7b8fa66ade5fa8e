import { schemaTypes } from 'halvi-schemas'
import { apiVersion } from 'halvi-schemas/api-version'
import * as addresses from 'halvi-site/addresses'
import { siteWords } from 'halvi-site/words/words'
import { createSchema } from 'sanity'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type LakeFixture,
  startLake,
} from '../../packages/content-lake/src/testing/lake-fixture.ts'
import { waitingReleases } from './releases.ts'

const schema = createSchema({ name: 'default', types: schemaTypes(addresses, siteWords) })
const publishAt = '2099-06-01T12:00:00.000Z'

let lake: LakeFixture
beforeAll(async () => {
  lake = await startLake()
})
afterAll(() => lake.close())

it('lists open, scheduled, and paused releases, and leaves out published ones', async () => {
  const client = lake.client({ apiVersion })
  const { releases } = client
  const draft = { releaseType: 'scheduled', intendedPublishAt: publishAt, cardinality: 'one' }
  const kinds: Record<string, object> = {
    open: { title: 'Spring', releaseType: 'undecided' },
    done: { title: 'Winter', releaseType: 'undecided' },
    paused: draft,
    scheduled: draft,
  }
  for (const [releaseId, metadata] of Object.entries(kinds)) {
    await releases.create({ releaseId, metadata: metadata as { releaseType: 'undecided' } })
    const document = { _type: 'faqEntry', question: `Why ${releaseId}?` }
    await client.create({ ...document, _id: `versions.${releaseId}.faq-${releaseId}` })
  }
  for (const releaseId of ['paused', 'scheduled']) await releases.schedule({ releaseId, publishAt })
  await releases.unschedule({ releaseId: 'paused' })
  await releases.publish({ releaseId: 'done' })

  const items = await waitingReleases(client, schema)
  expect(items.map(({ title, href }) => [title, href])).toEqual([
    ['Open release: Spring', '/studio/intent/release/id=open/'],
    ['Paused: Why paused?', '/studio/intent/release/id=paused/'],
    ['Scheduled: Why scheduled?', '/studio/intent/release/id=scheduled/'],
  ])
  expect(items.slice(1).map(({ note }) => note)).toEqual(
    Array(2).fill(expect.stringMatching('2099')),
  )
})
