import type { SanityClient } from '@sanity/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, PUBLIC, startLake, TOKEN } from '../testing/lake-fixture.ts'
import { signIn } from '../testing/people.ts'
import { openSocket } from '../testing/socket.ts'

const DATASET = 'production-comments'
const config = { dataset: DATASET, apiVersion: '2025-02-19' } as const

let fixture: LakeFixture
let author: Awaited<ReturnType<typeof clientFor>>
let editor: typeof author
let viewer: typeof author

/** Returns a client for the comments that sends the session of a person with the role. */
async function clientFor(role: string, name?: string) {
  const { headers, id } = await signIn(fixture, { role, ...(name && { name }) })
  return { headers, id, client: fixture.visitor({ ...config, headers, perspective: 'raw' }) }
}

/** Returns a comment in the form in which a Studio writes it. */
const comment = (authorId: string, more: object = {}) => ({
  _type: 'comment',
  authorId,
  message: [
    { _type: 'block', _key: 'a', children: [{ _type: 'mention', _key: 'b', userId: 'p' }] },
  ],
  threadId: 'thread',
  status: 'open',
  target: {
    document: {
      ...{ _type: 'crossDatasetReference', _ref: 'page', _weak: true },
      ...{ _dataset: 'production', _projectId: 'testing' },
    },
    documentType: 'page',
    path: { field: 'title' },
  },
  ...more,
})

beforeAll(async () => {
  fixture = await startLake(PUBLIC)
  author = await clientFor('author', 'Ada')
  editor = await clientFor('editor', 'Grace')
  viewer = await clientFor('viewer')
})
afterAll(() => fixture.close())

describe('the comments and tasks of a Studio', () => {
  it('are found and set up as the Studio asks', async () => {
    const at = { uri: '/projects/testing/datasets?datasetProfile=comments&addonFor=production' }
    expect(await author.client.request(at)).toMatchObject([{ name: DATASET }])
    expect(await viewer.client.request(at)).toEqual([])
    const other = '/projects/testing/datasets?datasetProfile=comments&addonFor=other'
    expect(await author.client.request({ uri: other })).toEqual([])
    const setUp = { uri: '/comments/production/setup', method: 'POST' }
    expect(await author.client.request(setUp)).toEqual({ datasetName: DATASET })
    expect(await errorOf(viewer.client.request(setUp))).toMatchObject({ statusCode: 403 })
    const features = await author.client.request({ uri: '/features' })
    expect(features).toEqual(expect.arrayContaining(['studioComments', 'sanityTasks']))
  })

  it('are written by authors, also as published documents, and seen by other writers', async () => {
    const socket = await openSocket(fixture.origin, '/v1/events', { headers: editor.headers })
    socket.send({ open: 1, url: `/v1/data/listen/${DATASET}?query=*[_type == "comment"]` })
    expect(await socket.messages.next()).toMatchObject({ type: 'welcome' })
    const created = await author.client.create(comment(author.id))
    const { data } = await socket.messages.next()
    expect(JSON.parse(String(data)).documentId).toBe(created._id)
    await editor.client.patch(created._id).set({ status: 'resolved' }).commit()
    const query = '*[_id == $_id && target.document._ref == "page"]{status, authorId}'
    expect(await author.client.fetch(query, created)).toEqual([
      { status: 'resolved', authorId: author.id },
    ])
    await author.client.create({ _type: 'tasks.task', title: 'Check', authorId: author.id })
    await author.client.delete(created._id)
    expect(await author.client.fetch(query, created)).toEqual([])
    socket.socket.close()
  })

  it('are not content', async () => {
    expect(await fixture.client().fetch('*[_type in ["comment", "tasks.task"]]')).toEqual([])
  })

  it.each([
    ['other types', { _type: 'page' }, 400],
    ['large ones', { text: 'x'.repeat(200_000) }, 400],
    ['huge ones', { text: 'x'.repeat(600_000) }, 413],
    ['ones in the name of a colleague', { authorId: 'somebody' }, 403],
  ])('reject %s', async (_, more, statusCode) => {
    const failed = await errorOf(author.client.create(comment(author.id, more)))
    expect(failed).toMatchObject({ statusCode })
  })

  it('keep the name of their author', async () => {
    const { _id } = await author.client.create(comment(author.id))
    const change = editor.client.patch(_id).set({ authorId: editor.id }).commit()
    expect(await errorOf(change)).toMatchObject({ statusCode: 403 })
  })

  describe('belong to their authors', () => {
    type Attempt = [string, (client: SanityClient, id: string, me: string) => Promise<unknown>]
    const reaction = (userId: string) => ({ _key: userId, userId, shortName: ':eyes:' })
    const patch = (set: object) => (client: SanityClient, id: string) =>
      client.patch(id).set(set).commit()
    const act = (actionType: string, rest: object) => (client: SanityClient, id: string) =>
      client.action({
        actionType: `sanity.action.document.${actionType}`,
        ...JSON.parse(JSON.stringify(rest).replaceAll('ID', id)),
      } as never)
    const REFUSED: Attempt[] = [
      ['message', patch({ message: [] })],
      ['one word', patch({ 'message[0].children[0].userId': 'q' })],
      ['edit time', patch({ lastEditedAt: 'now' })],
      ['target', patch({ 'target.path.field': 'slug' })],
      ['author', (client, id, me) => client.patch(id).set({ authorId: me }).commit()],
      ['another field', patch({ context: {} })],
      ['reaction of others', (client, id) => client.patch(id).unset(['reactions[0]']).commit()],
      ['reaction in their name', patch({ 'reactions[0].shortName': ':x:' })],
      ['all reactions', patch({ reactions: 'none' })],
      ['replaced', (client, _id, me) => client.createOrReplace({ ...comment(me), _id })],
      [
        'as a task',
        (c, _id) => c.createOrReplace({ _id, _type: 'tasks.task', authorId: manager.id }),
      ],
      [
        'by query',
        (c) => c.patch({ query: '*[_type == "comment"]' }).set({ message: [] }).commit(),
      ],
      ['deleted', (client, id) => client.delete(id)],
      ['deleted by query', (c) => c.delete({ query: '*[_type == "comment"]' })],
      [
        'replaced in steps',
        (c, _id, me) =>
          c
            .transaction()
            .delete(_id)
            .create({ ...comment(me), _id })
            .commit(),
      ],
      [
        'edited as a draft',
        act('edit', { publishedId: 'ID', draftId: 'drafts.ID', patch: { set: { message: [] } } }),
      ],
      ['unpublished', act('unpublish', { publishedId: 'ID', draftId: 'drafts.ID' })],
      ['deleted by action', act('delete', { publishedId: 'ID', includeDrafts: [] })],
    ]
    let manager: typeof author
    let id: string
    beforeAll(async () => {
      manager = await clientFor('administrator')
      const reactions = [reaction(manager.id)]
      ;({ _id: id } = await manager.client.create(comment(manager.id, { reactions })))
    })

    it.each(REFUSED)('so others cannot change this: %s', async (_, attempt) => {
      const before = await manager.client.getDocument(id)
      for (const { client, id: me } of [author, editor]) {
        expect(await errorOf(attempt(client, id, me))).toMatchObject({ statusCode: 403 })
      }
      expect(await manager.client.getDocument(id)).toEqual(before)
    })

    it('but others resolve and move comments, and react in their own name', async () => {
      const { client, id: me } = author
      await client
        .patch(id)
        .append('reactions', [reaction(me)])
        .commit()
      const value = [{ _key: 'a', text: 'b' }]
      await client
        .patch(id)
        .set({ 'target.path.selection': { type: 'text', value } })
        .commit()
      await client.patch({ query: '*[_type == "comment"]' }).set({ status: 'resolved' }).commit()
      await client
        .patch(id)
        .unset([`reactions[_key=="${me}"]`])
        .commit()
      expect(await client.getDocument(id)).toMatchObject({
        status: 'resolved',
        reactions: [reaction(manager.id)],
      })
      const inAnotherName = client
        .patch(id)
        .append('reactions', [reaction(editor.id)])
        .commit()
      expect(await errorOf(inAnotherName)).toMatchObject({ statusCode: 403 })
    })

    it('are deleted by their author, with the replies of others, and by administrators', async () => {
      for (const [of, by] of [
        [author, author],
        [author, manager],
      ] as const) {
        const { _id } = await of.client.create(comment(of.id))
        const reply = await editor.client.create(comment(editor.id, { parentCommentId: _id }))
        await by.client.delete(_id)
        await of.client.delete({ query: `*[parentCommentId == "${_id}"]` })
        expect(await of.client.getDocuments([_id, reply._id])).toEqual([null, null])
      }
    })

    it('so do tasks, which their people and editors change', async () => {
      const other = await clientFor('author', 'Other')
      const assignee = await clientFor('author', 'Assignee')
      const { _id } = await author.client.create({
        ...{ _type: 'tasks.task', title: 'a', status: 'open', authorId: author.id },
        ...{ assignedTo: assignee.id, subscribers: [author.id] },
      })
      const change = (who: typeof author, set: object) =>
        who.client
          .patch(_id)
          .set(set)
          .commit()
          .catch((error) => error.statusCode)
      for (const who of [author, assignee, editor, manager]) {
        expect(await change(who, { title: who.id, status: 'closed' })).toMatchObject({
          title: who.id,
        })
      }
      for (const set of [
        { title: 'x' },
        { assignedTo: other.id },
        { status: 'open' },
        { subscribers: [] },
      ]) {
        expect(await change(other, set)).toBe(403)
      }
      await change(other, { subscribers: [author.id, other.id] })
      expect(await change(other, { subscribers: [author.id] })).toMatchObject({ title: manager.id })
      for (const who of [other, assignee]) {
        expect(await errorOf(who.client.delete(_id))).toMatchObject({ statusCode: 403 })
      }
      await editor.client.delete(_id)
    })

    it('and so does the history of deleted ones', async () => {
      const { _id, _rev } = await manager.client.create(comment(manager.id))
      await manager.client.delete(_id)
      await author.client.create({ ...comment(author.id), _id: `drafts.${_id}` })
      const purge = act('delete', { publishedId: 'ID', includeDrafts: ['drafts.ID'], purge: true })
      expect(await errorOf(purge(author.client, _id))).toMatchObject({ statusCode: 403 })
      const uri = `/data/history/${DATASET}/documents/${_id}?revision=${_rev}`
      expect((await manager.client.request({ uri })).documents).toHaveLength(1)
    })
  })

  it('are closed to everyone else: no query, listener, or write', async () => {
    const reader = { authorization: `Bearer ${PUBLIC.reader.token}` }
    const clients: [number, SanityClient][] = [
      [401, fixture.visitor(config)],
      [401, fixture.visitor({ ...config, perspective: 'published', useCdn: false })],
      [401, fixture.visitor({ ...config, headers: reader })],
      [403, viewer.client],
    ]
    for (const [statusCode, client] of clients) {
      for (const attempt of [
        client.fetch('*'),
        client.getDocument('a'),
        client.create(comment('a')),
        client.action({
          actionType: 'sanity.action.document.discard',
          draftId: 'drafts.a',
        } as never),
        client.request({ uri: `/projects/testing/datasets/${DATASET}/acl` }),
        client.request({ uri: `/data/history/${DATASET}/transactions/a` }),
      ]) {
        expect(await errorOf(attempt as Promise<unknown>)).toMatchObject({ statusCode })
      }
    }
    const listen = `/v1/data/listen/${DATASET}?query=*`
    expect((await fixture.request(listen)).status).toBe(401)
    const { headers } = viewer
    expect((await fixture.request(listen, { headers })).status).toBe(403)
    const socket = await openSocket(fixture.origin, '/v1/events', { headers })
    socket.send({ open: 1, url: listen })
    const { type, data } = await socket.messages.next()
    expect([type, JSON.parse(String(data)).statusCode]).toEqual(['channelError', 403])
    socket.socket.close()
    const presence = await openSocket(fixture.origin, `/v1/socket/${DATASET}`, { headers })
    expect(await presence.closed).toBe(1008)
  })
})

it('lists the people who can be mentioned, without removed people and readers', async () => {
  const leaver = await clientFor('editor', 'Leaver')
  const store = fixture.client({ apiVersion: '1' })
  const manager = await clientFor('administrator')
  await manager.client.request({ uri: `/people/${leaver.id}/remove`, method: 'POST', body: {} })
  const { members } = await author.client.request({ uri: '/projects/testing' })
  const people: string[] = members.map(({ id }: { id: string }) => id)
  expect(people).toEqual(expect.arrayContaining([author.id, editor.id, manager.id]))
  for (const { id } of [leaver, viewer]) expect(people).not.toContain(id)
  const [group] = await author.client
    .withConfig({ dataset: 'production' })
    .fetch('*[_type == "system.group"]{members, grants}')
  expect(group.members.toSorted()).toEqual(people.toSorted())
  expect(group.grants[0].permissions).toContain('read')
  expect((await viewer.client.request({ uri: '/projects/testing' })).members).toEqual([])
  expect(await store.request({ uri: `/users/${leaver.id}` })).toMatchObject({
    displayName: 'Leaver',
  })
})

it('survive a restart', async () => {
  const again = await startLake(PUBLIC)
  const { id, headers } = await signIn(again, { role: 'editor' })
  await again.visitor({ ...config, headers }).create(comment(id, { _id: 'kept' }))
  await again.lake.close()
  const reopened = await startLake({ ...PUBLIC, directory: again.directory })
  const client = reopened.client({ ...config, token: TOKEN })
  expect(await client.fetch('*[0]._id')).toBe('kept')
  await reopened.close()
  await again.close()
})
