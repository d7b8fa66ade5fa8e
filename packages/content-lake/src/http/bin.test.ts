import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorOf, type LakeFixture, PUBLIC, startLake } from '../testing/lake-fixture.ts'
import { signIn } from '../testing/people.ts'

interface Listed {
  id: string
  author: { id: string; name: string }
  document?: Record<string, unknown>
}

let fixture: LakeFixture
let editor: Awaited<ReturnType<typeof clientFor>>

async function clientFor(role: string, name: string) {
  const { headers, id } = await signIn(fixture, { role, name })
  return { headers, id, client: fixture.visitor({ headers, perspective: 'raw' }) }
}

beforeEach(async () => {
  fixture = await startLake(PUBLIC)
  editor = await clientFor('editor', 'Grace')
})
afterEach(() => fixture.close())

const document = 'sanity.action.document'
const stored = (id: string) => fixture.lake.dataset.get(id)
const write = (mutations: object[], author = 'import') =>
  fixture.lake.dataset.transact(mutations as never, { author })

/** Returns all pages of the list. */
async function bin(limit = 100) {
  const found: Listed[] = []
  let before = ''
  do {
    const uri = `/bin/production?types=note,page&limit=${limit}${before && `&before=${before}`}`
    const page = await editor.client.request({ uri })
    found.push(...page.deleted)
    before = page.next ?? ''
  } while (before)
  return found
}
const restore = (id: string, client = editor.client) =>
  client.request({ uri: `/bin/production/${id}/restore`, method: 'POST', body: {} })

describe('the bin', () => {
  it('lists deleted documents with their texts and who deleted them, newest first', async () => {
    write([
      { create: { _id: 'a', _type: 'note', title: 'First', body: [{ _key: 'x' }] } },
      { create: { _id: 'drafts.b', _type: 'page', title: 'Never published' } },
      { create: { _id: 'c', _type: 'note' } },
    ])
    await editor.client.delete('a')
    await editor.client.action({ actionType: `${document}.discard`, draftId: 'drafts.b' } as never)
    const [b, a, ...others] = await bin()
    expect(others).toEqual([])
    expect(b).toMatchObject({ id: 'b', document: { _type: 'page', title: 'Never published' } })
    expect(a).toMatchObject({ id: 'a', author: { id: editor.id, name: 'Grace' } })
    expect(a?.document).toEqual({ _id: 'a', _type: 'note', title: 'First' })
  })

  it('does not list what still exists, was published, purged, or belongs to the system', async () => {
    write([
      { create: { _id: 'drafts.a', _type: 'note' } },
      { create: { _id: 'b', _type: 'note' } },
      { create: { _id: 'drafts.c', _type: 'note' } },
      { create: { _id: 'd', _type: 'system.thing' } },
    ])
    const pair = (id: string) => ({ draftId: `drafts.${id}`, publishedId: id })
    await editor.client.action({ actionType: `${document}.publish`, ...pair('a') } as never)
    await editor.client.action({ actionType: `${document}.unpublish`, ...pair('b') } as never)
    const purge = { actionType: `${document}.discard`, draftId: 'drafts.c', purge: true }
    await editor.client.action(purge as never)
    await editor.client.delete('d')
    expect(await bin()).toEqual([])
  })

  it('restores a document as a draft, once, with its last edits', async () => {
    write([
      { create: { _id: 'a', _type: 'note', title: 'Published' } },
      { create: { _id: 'drafts.a', _type: 'note', title: 'Edited' } },
    ])
    const remove = {
      actionType: `${document}.delete`,
      publishedId: 'a',
      includeDrafts: ['drafts.a'],
    }
    await editor.client.action(remove as never)
    expect(await bin()).toMatchObject([{ id: 'a', document: { title: 'Edited' } }])
    const author = await clientFor('author', 'Ada')
    const answers = await Promise.allSettled([restore('a'), restore('a', author.client)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(stored('drafts.a')).toMatchObject({ title: 'Edited' })
    expect(stored('a')).toBeUndefined()
    expect(await bin()).toEqual([])
    expect(await fixture.visitor().fetch('*[_id == "a"]')).toEqual([])
  })

  it('restores documents that refer to each other in any order', async () => {
    const to = (ref: string) => ({ _type: 'reference', _ref: ref })
    write([
      { create: { _id: 'a', _type: 'page', links: [{ _key: 'k', ...to('b') }], kept: to('c') } },
      { create: { _id: 'b', _type: 'note' } },
      { create: { _id: 'c', _type: 'note' } },
    ])
    await editor.client.delete('a')
    await editor.client.delete('b')
    await restore('a')
    expect(stored('drafts.a')).toMatchObject({
      links: [{ _ref: 'b', _weak: true, _strengthenOnPublish: {} }],
      kept: to('c'),
    })
    const publish = (id: string) =>
      editor.client.action({
        ...{ actionType: `${document}.publish`, draftId: `drafts.${id}`, publishedId: id },
      } as never)
    expect(await errorOf(publish('a'))).toMatchObject({ statusCode: 409 })
    await restore('b')
    await publish('b')
    await publish('a')
    expect(stored('a')?.links).toEqual([{ _key: 'k', ...to('b') }])
  })

  it('lists and restores any of many documents, a page at a time', async () => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `note-${n}`)
    write(ids.map((_id) => ({ create: { _id, _type: 'note', title: _id } })))
    for (let start = 0; start < ids.length; start += 300) {
      write(ids.slice(start, start + 300).map((id) => ({ delete: { id } })))
    }
    const all = await bin(50)
    expect(new Set(all.map(({ id }) => id)).size).toBe(1_000)
    expect(all[0]?.id).toMatch(/^note-9/)
    await restore('note-3')
    expect(stored('drafts.note-3')).toMatchObject({ title: 'note-3' })
  })

  it('rejects readers, unknown documents, and invalid requests', async () => {
    write([{ create: { _id: 'a', _type: 'note' } }, { create: { _id: 'b', _type: 'note' } }])
    await editor.client.delete('a')
    const viewer = await clientFor('viewer', 'Eve')
    expect(await errorOf(restore('a', viewer.client))).toMatchObject({ statusCode: 403 })
    for (const id of ['b', 'none', 'drafts.a', 'versions.r.a']) {
      expect(await errorOf(restore(id))).toMatchObject({ statusCode: 404 })
    }
    expect(await errorOf(restore('%2e%2e%2f'))).toMatchObject({ statusCode: 400 })
    for (const query of ['limit=0', 'limit=x', 'limit=1.5']) {
      const request = editor.client.request({ uri: `/bin/production?${query}` })
      expect(await errorOf(request)).toMatchObject({ statusCode: 400 })
    }
    const cursor = { uri: `/bin/production?types=note&before='%20OR%201=1:a` }
    expect((await editor.client.request(cursor)).deleted).toHaveLength(1)
  })

  it('forgets documents whose history was pruned', async () => {
    write([{ create: { _id: 'a', _type: 'note' } }])
    await editor.client.delete('a')
    fixture.lake.dataset.history.prune('9999')
    expect(await bin()).toEqual([])
    expect(await errorOf(restore('a'))).toMatchObject({ statusCode: 404 })
  })
})
