import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf } from '../testing/lake-fixture.ts'
import { until } from '../testing/until.ts'
import { openSubject, type Subject } from './subject.ts'

let subject: Subject
let client: SanityClient
let _type: string
const releases: string[] = []

beforeAll(async () => {
  subject = await openSubject()
  client = subject.client()
  _type = subject.own('note')
})
afterAll(async () => {
  for (const releaseId of releases) {
    for (const step of ['unschedule', 'archive', 'delete'] as const) {
      await client.releases[step]({ releaseId }).catch(() => {})
    }
  }
  await subject.close()
})

/** Creates a release that no other test uses. */
async function newRelease(name: string) {
  const { releaseId } = await client.releases.create({
    releaseId: subject.own(name),
    metadata: { title: name, releaseType: 'scheduled' },
  })
  releases.push(releaseId)
  return releaseId
}

const release = (releaseId: string) => client.releases.get({ releaseId })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Resolves when a release has a state. At Sanity, actions on releases take effect later. */
const reaches = (state: string, releaseId: string) =>
  until(async () => (await release(releaseId))?.state === state)

describe('a release', () => {
  it('publishes, changes, and unpublishes documents in one transaction', async () => {
    const releaseId = await newRelease('together')
    const [kept, added, gone] = ['kept', 'added', 'gone'].map((name) => subject.own(name))
    await client.create({ _id: kept, _type, n: 1 })
    await client.create({ _id: gone, _type, n: 1 })
    await client.createVersion({ document: { _type, n: 2 }, publishedId: kept, releaseId } as never)
    await client.createVersion({
      document: { _type, n: 2 },
      publishedId: added,
      releaseId,
    } as never)
    await client.unpublishVersion({ publishedId: gone, releaseId } as never)
    const raw = subject.client({ perspective: 'raw' })
    const { result: members } = await raw.releases.fetchDocuments({ releaseId })
    expect(members.map(({ _id }) => _id).sort()).toEqual(
      [kept, added, gone].map((id) => `versions.${releaseId}.${id}`).sort(),
    )
    expect(await client.getDocument(kept as string)).toMatchObject({ n: 1 })

    const { transactionId } = await client.releases.publish({ releaseId })
    await reaches('published', releaseId)
    const states = await client.getDocuments([kept, added, gone] as string[])
    expect(states.map((state) => state?.n)).toEqual([2, 2, undefined])
    expect(states[0]?._rev).toBe(transactionId)
    expect(await client.getDocument(`versions.${releaseId}.${kept}`)).toBeUndefined()
    expect(await client.getDocument(`drafts.${gone}`)).toMatchObject({ n: 1 })
    expect((await release(releaseId))?.finalDocumentStates).toHaveLength(3)
  })

  it('starts as active and undecided, and only its metadata can be edited', async () => {
    const releaseId = subject.own('plain')
    releases.push(releaseId)
    await client.releases.create({ releaseId })
    expect(await release(releaseId)).toMatchObject({
      _id: `_.releases.${releaseId}`,
      _type: 'system.release',
      name: releaseId,
      state: 'active',
      metadata: { releaseType: 'undecided' },
    })
    await client.releases.edit({ releaseId, patch: { set: { 'metadata.title': 'Spring' } } })
    expect((await release(releaseId))?.metadata.title).toBe('Spring')
    const set = { state: 'published' }
    for (const refused of [
      () => client.releases.edit({ releaseId, patch: { set } }),
      () => client.releases.create({ releaseId }),
      () => client.patch(`_.releases.${releaseId}`).set(set).commit(),
    ]) {
      expect((await errorOf(refused())).statusCode).toBeGreaterThanOrEqual(400)
    }
    expect(await release(releaseId)).toMatchObject({ state: 'active' })
  })

  it('is archived with its versions, restored with them, and deleted', async () => {
    const releaseId = await newRelease('archived')
    const publishedId = subject.own('shelved')
    const version = `versions.${releaseId}.${publishedId}`
    await client.createVersion({ document: { _type, n: 1 }, publishedId, releaseId } as never)
    const early = await errorOf(client.releases.delete({ releaseId }))
    expect(early.statusCode).toBeGreaterThanOrEqual(400)
    await client.releases.archive({ releaseId })
    await reaches('archived', releaseId)
    expect(await client.getDocument(version)).toBeUndefined()
    await client.releases.unarchive({ releaseId })
    await reaches('active', releaseId)
    expect(await client.getDocument(version)).toMatchObject({ n: 1 })
    await client.releases.archive({ releaseId })
    await reaches('archived', releaseId)
    await client.releases.delete({ releaseId })
    expect(await release(releaseId)).toBeUndefined()
  })
})

describe('a scheduled release', () => {
  it('locks its versions until it is unscheduled', async () => {
    const releaseId = await newRelease('locked')
    const publishedId = subject.own('inside')
    const versionId = `versions.${releaseId}.${publishedId}`
    const document = { _id: versionId, _type, n: 1 }
    await client.createVersion({ document, publishedId, releaseId } as never)
    await client.releases.schedule({ releaseId, publishAt: inAnHour() })
    await reaches('scheduled', releaseId)
    for (const change of [
      () => client.patch(versionId).set({ n: 2 }).commit(),
      () =>
        client.replaceVersion({ document: { ...document, n: 2 }, publishedId, releaseId } as never),
      () => client.discardVersion({ releaseId, publishedId }),
      () => client.releases.archive({ releaseId }),
    ]) {
      expect((await errorOf(change())).statusCode).toBeGreaterThanOrEqual(400)
    }
    expect(await client.getDocument(versionId)).toMatchObject({ n: 1 })
    await client.releases.unschedule({ releaseId })
    await reaches('active', releaseId)
    await client.patch(versionId).set({ n: 2 }).commit()
  })

  it('is published at its time', async () => {
    const releaseId = await newRelease('timed')
    const publishedId = subject.own('timed-note')
    await client.createVersion({ document: { _type, n: 1 }, publishedId, releaseId } as never)
    const publishAt = new Date(Date.now() + 200).toISOString()
    await client.releases.schedule({ releaseId, publishAt })
    await reaches('published', releaseId)
    expect(await client.getDocument(publishedId)).toMatchObject({ n: 1 })
  })
})

describe('a perspective', () => {
  it('shows the versions of a release above drafts and published documents', async () => {
    const releaseId = await newRelease('seen')
    const kind = subject.own('seen')
    const [one, two, three] = ['see-1', 'see-2', 'see-3'].map((name) => subject.own(name))
    await client
      .transaction()
      .create({ _id: one as string, _type: kind, title: 'One' })
      .create({ _id: two as string, _type: kind, title: 'Two' })
      .create({ _id: three as string, _type: kind, title: 'Three' })
      .create({ _id: `drafts.${two}`, _type: kind, title: 'Two, drafted' })
      .commit()
    const document = { _type: kind, title: 'One, released' }
    await client.createVersion({ document, publishedId: one, releaseId } as never)
    await client.unpublishVersion({ publishedId: three, releaseId } as never)
    const titles = (perspective: string | string[]) =>
      client.fetch<string[]>(
        '*[_type == $kind] | order(_id).title',
        { kind },
        { perspective: perspective as never },
      )
    expect(await titles([releaseId, 'drafts'])).toEqual(['One, released', 'Two, drafted'])
    expect(await titles([releaseId])).toEqual(['One, released', 'Two'])
    expect(await titles('published')).toEqual(['One', 'Two', 'Three'])
    const visitor = subject.visitor()
    expect(await visitor.fetch('*[_type == "system.release"]')).toEqual([])
    const query = '*[_type == $kind] | order(_id).title'
    expect(await visitor.fetch(query, { kind })).toEqual(['One', 'Two', 'Three'])
  })
})
