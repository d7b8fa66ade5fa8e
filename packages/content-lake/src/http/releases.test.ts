import type { SanityClient } from '@sanity/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releaseLimits } from '../limits/limits.ts'
import { follow } from '../testing/follow.ts'
import { errorOf, type LakeFixture, PUBLIC, startLake } from '../testing/lake-fixture.ts'
import { signIn } from '../testing/people.ts'

let fixture: LakeFixture
let client: SanityClient

beforeEach(async () => {
  fixture = await startLake(PUBLIC)
  client = fixture.client({ perspective: 'raw' })
})
afterEach(() => fixture.close())

const stored = (id: string) => fixture.lake.dataset.get(id)
const release = (releaseId = 'r') => stored(`_.releases.${releaseId}`)
const far = '2999-01-01T00:00:00Z'
const write = (_id: string, fields: object = {}) =>
  client.createOrReplace({ _id, _type: 'note', ...fields })

/** Returns the status and type of a rejected action. */
async function refusal(work: Promise<unknown>) {
  const { statusCode, details } = await errorOf(work)
  const items = details.items as { error: { type: string } }[] | undefined
  return [statusCode, items?.[0]?.error.type ?? details.type]
}

describe('a release action', () => {
  it('is rejected for an invalid name, metadata, or time', async () => {
    for (const releaseId of ['', 'a.b', 'drafts', 'published', 'x'.repeat(65), 5, '../etc']) {
      const create = client.releases.create({ releaseId: releaseId as string })
      expect(await refusal(create), String(releaseId)).toEqual([400, 'actionError'])
    }
    await client.releases.create({ releaseId: 'r' })
    for (const set of [
      { metadata: 5 },
      { 'metadata.releaseType': 'someday' },
      { 'metadata.cardinality': 'none' },
      { 'metadata.title': { a: 1 } },
      { 'metadata.description': 'x'.repeat(30_000) },
      { 'metadata.intendedPublishAt': 'tomorrow' },
      { name: 'other' },
    ]) {
      const edit = client.releases.edit({ releaseId: 'r', patch: { set } })
      expect(await refusal(edit), JSON.stringify(set)).toEqual([400, 'actionError'])
    }
    for (const publishAt of ['tomorrow', '', null, 5]) {
      const schedule = client.releases.schedule({ releaseId: 'r', publishAt: publishAt as string })
      expect(await refusal(schedule)).toEqual([400, 'actionError'])
    }
    expect(release()).toMatchObject({ state: 'active', metadata: { releaseType: 'undecided' } })
  })

  it('is rejected in a state that does not permit it', async () => {
    const { releases } = client
    const r = { releaseId: 'r' }
    const all = {
      edit: () => releases.edit({ ...r, patch: { set: { 'metadata.title': 'x' } } }),
      schedule: () => releases.schedule({ ...r, publishAt: far }),
      unschedule: () => releases.unschedule(r),
      publish: () => releases.publish(r),
      archive: () => releases.archive(r),
      unarchive: () => releases.unarchive(r),
      delete: () => releases.delete(r),
    }
    type Name = keyof typeof all
    const refusedNow = async () => {
      const { dataset } = fixture.lake
      const refused: string[] = []
      for (const name of Object.keys(all)) {
        const actionType = `sanity.action.release.${name}`
        const rest = { ...r, publishAt: far, patch: { set: { 'metadata.title': 'x' } } }
        try {
          dataset.act([{ actionType, ...rest }], { author: 'me', dryRun: true })
        } catch {
          refused.push(name)
        }
      }
      return refused
    }
    const then = async (name: Name) => {
      await all[name]()
      return refusedNow()
    }
    expect(await refusedNow()).toEqual(Object.keys(all))
    await releases.create(r)
    await write('versions.r.a')
    expect(await refusedNow()).toEqual(['unschedule', 'unarchive', 'delete'])
    const whileScheduled = ['publish', 'archive', 'unarchive', 'delete']
    expect(await then('schedule')).toEqual(whileScheduled)
    expect(await then('unschedule')).toEqual(['unschedule', 'unarchive', 'delete'])
    const afterwards = ['edit', 'schedule', 'unschedule', 'publish', 'archive']
    expect(await then('archive')).toEqual(afterwards)
    expect(await refusal(write('versions.r.b'))).toEqual([409, 'releaseStateError'])
    await then('unarchive')
    expect(await then('publish')).toEqual([...afterwards, 'unarchive'])
    await then('delete')
    expect(release()).toBeUndefined()
  })

  it('is for people who may publish, also when the Studio only asks', async () => {
    const { headers } = await signIn(fixture, { role: 'viewer' })
    const viewer = fixture.visitor({ headers })
    const create = viewer.releases.create({ releaseId: 'r' }, { dryRun: true })
    expect(await refusal(create)).toEqual([403, 'insufficientPermissionsError'])
    const editor = fixture.visitor({ headers: (await signIn(fixture, { role: 'editor' })).headers })
    await editor.releases.create({ releaseId: 'r' }, { dryRun: true })
    expect(release()).toBeUndefined()
  })

  it('cannot create more releases or versions than the limit', async () => {
    const { dataset } = fixture.lake
    const create = (count: number, prefix: string) =>
      dataset.act(
        Array.from({ length: count }, (_, n) => ({
          actionType: 'sanity.action.release.create',
          releaseId: `${prefix}${n}`,
        })),
        { author: 'me' },
      )
    expect(() => create(releaseLimits.open + 1, 'x')).toThrow()
    create(releaseLimits.open, 'r')
    const { statusCode, details } = await errorOf(client.releases.create({ releaseId: 'more' }))
    expect([statusCode, details.type, details.limit]).toEqual([
      ...[403, 'releaseLimitExceededError', releaseLimits.open],
    ])
    await client.releases.archive({ releaseId: 'r1' })
    await client.releases.create({ releaseId: 'more' })
    const versions = Array.from({ length: releaseLimits.versions + 1 }, (_, n) => ({
      create: { _id: `versions.r0.v${n}`, _type: 'note' },
    }))
    expect(() => dataset.transact(versions, { author: 'me' })).toThrow()
    dataset.transact(versions.slice(1), { author: 'me' })
    expect(await refusal(write('versions.r0.v0'))).toEqual([
      ...[409, 'releaseDocumentLimitExceededError'],
    ])
  })
})

describe('publishing a release', () => {
  beforeEach(() => client.releases.create({ releaseId: 'r' }))

  it('changes all documents or none', async () => {
    const missing = { _ref: 'gone', _weak: true, _strengthenOnPublish: { type: 'note' } }
    await write('a', { n: 1 })
    await write('versions.r.a', { n: 2 })
    await write('versions.r.b', { n: 2, to: missing })
    const publish = () => client.releases.publish({ releaseId: 'r' })
    expect(await refusal(publish())).toEqual([409, 'documentReferenceDoesNotExistError'])
    expect([stored('a')?.n, stored('b'), release()?.state]).toEqual([1, undefined, 'active'])
    // The release itself brings the missing document.
    await write('versions.r.gone')
    await publish()
    expect([stored('a')?.n, stored('b')?.to]).toEqual([2, { _ref: 'gone' }])
  })

  it('keeps a draft unless it has the content that was published', async () => {
    for (const [id, n] of [
      ['same', 2],
      ['other', 3],
    ] as const) {
      await write(`drafts.${id}`, { n })
      await write(`versions.r.${id}`, { n: 2 })
    }
    await client.releases.publish({ releaseId: 'r' })
    expect([stored('drafts.same'), stored('drafts.other')?.n]).toEqual([undefined, 3])
  })

  it('turns documents to unpublish into drafts, and keeps drafts that they have', async () => {
    const unpublish = (publishedId: string) =>
      client.unpublishVersion({ publishedId, releaseId: 'r' } as never)
    await write('plain', { n: 1, list: [{ _key: 'k' }] })
    await write('drafted', { n: 1 })
    await write('drafts.drafted', { n: 2 })
    await write('versioned', { n: 1 })
    await write('versions.r.versioned', { n: 3 })
    const { _createdAt } = stored('plain') ?? {}
    for (const id of ['plain', 'drafted', 'versioned']) await unpublish(id)
    await client.releases.publish({ releaseId: 'r' })
    for (const id of ['plain', 'drafted', 'versioned']) {
      expect([stored(id), stored(`versions.r.${id}`)]).toEqual([undefined, undefined])
    }
    expect(stored('drafts.plain')).toMatchObject({ _createdAt, n: 1, list: [{ _key: 'k' }] })
    expect(stored('drafts.plain')).not.toHaveProperty('_system')
    expect([stored('drafts.drafted')?.n, stored('drafts.versioned')?.n]).toEqual([2, 1])
  })

  it('refuses to unpublish documents that are not published', async () => {
    await write('drafts.a')
    await write('versions.r.b')
    for (const publishedId of ['a', 'b', 'missing']) {
      const unpublish = client.unpublishVersion({ publishedId, releaseId: 'r' } as never)
      expect(await refusal(unpublish), publishedId).toEqual([409, 'documentNotFoundError'])
    }
    await write('c')
    await client.unpublishVersion({ publishedId: 'c', releaseId: 'r' } as never)
    await client.delete('c')
    const publish = client.releases.publish({ releaseId: 'r' })
    expect(await refusal(publish)).toEqual([409, 'documentNotFoundError'])
    expect([stored('b'), release()?.state]).toEqual([undefined, 'active'])
  })

  it('cannot unpublish a document that others refer to', async () => {
    await write('a')
    await write('b', { to: { _ref: 'a' } })
    await client.unpublishVersion({ publishedId: 'a', releaseId: 'r' } as never)
    const publish = client.releases.publish({ releaseId: 'r' })
    expect(await refusal(publish)).toEqual([409, 'documentHasExistingReferencesError'])
    expect(stored('a')).toBeDefined()
  })

  it('sends visitors one live event with the tags of exactly its documents', async () => {
    const visitor = fixture.visitor()
    await write('a')
    await write('elsewhere')
    const tagsOf = async (id: string) =>
      (await visitor.fetch('*[_id == $id][0]', { id }, { filterResponse: false })).syncTags ?? []
    const events = follow<{ type: string; tags: string[] }>(visitor.live.events() as never)
    try {
      expect(await events.next()).toMatchObject({ type: 'welcome' })
      await write('versions.r.a', { n: 2 })
      await client.releases.edit({ releaseId: 'r', patch: { set: { 'metadata.title': 'x' } } })
      await client.releases.publish({ releaseId: 'r' })
      const { tags } = await events.next()
      expect(tags).toEqual(expect.arrayContaining(await tagsOf('a')))
      for (const tag of await tagsOf('elsewhere')) expect(tags).not.toContain(tag)
      await write('elsewhere', { n: 3 })
      expect((await events.next()).tags).toEqual(expect.arrayContaining(await tagsOf('elsewhere')))
    } finally {
      events.end()
    }
  })
})

it('a release whose history was deleted cannot be restored', async () => {
  await client.releases.create({ releaseId: 'r' })
  await write('versions.r.a')
  await client.releases.archive({ releaseId: 'r' })
  fixture.lake.dataset.history.prune('9999')
  const unarchive = client.releases.unarchive({ releaseId: 'r' })
  expect(await refusal(unarchive)).toEqual([409, 'releaseStateError'])
  expect(release()?.state).toBe('archived')
})
