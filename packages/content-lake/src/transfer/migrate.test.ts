import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../commands/embedded.ts'
import { emptyFolder, localLake } from '../testing/local-lake.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let directory: string
let count = 0

beforeEach(async () => {
  folder = await emptyFolder()
  directory = join(folder.path, 'lake')
  await using lake = await localLake(directory)
  const create = [
    { _id: 'a', _type: 'post', heading: 'One' },
    { _id: 'drafts.a', _type: 'post', heading: 'One, changed' },
    { _id: 'b', _type: 'post', title: 'Two' },
    { _id: 'c', _type: 'author', heading: 'not a post' },
  ]
  lake.dataset.transact(
    create.map((document) => ({ create: document })),
    { author: 'test' },
  )
})
afterEach(() => folder[Symbol.asyncDispose]())

/** Runs a migration whose module has this source. */
async function migrate(module: string, ...options: string[]) {
  // Node caches imported modules, so each one gets a new name.
  const file = join(folder.path, `migration-${count++}.mjs`)
  writeFileSync(file, module)
  let out = ''
  let err = ''
  const code = await main(['migrate', file, '--directory', directory, ...options], {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    isTerminal: false,
  })
  return { code, out, err }
}

const rename = `export default ({ heading, ...post }) => {
  if (post._type === 'post' && heading !== undefined) return { ...post, title: heading }
}`

async function stored(id: string) {
  await using lake = await localLake(directory)
  return lake.dataset.get(id)
}

describe('a migration', () => {
  it('lists its changes, and changes nothing without --write', async () => {
    await using lake = await localLake(directory)
    expect(await migrate(rename)).toEqual({
      code: 0,
      out: 'a: heading, title\ndrafts.a: heading, title\nWould change 2 documents. Run again with --write to change them.\n',
      err: '',
    })
    expect(lake.dataset.get('a')).toMatchObject({ heading: 'One' })
  })

  it('changes drafts too, in one transaction that is in the history', async () => {
    const before = await stored('a')
    expect(await migrate(rename, '--write')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Changed 2 documents\n'),
    })
    await using lake = await localLake(directory)
    const { a, draft } = { a: lake.dataset.get('a'), draft: lake.dataset.get('drafts.a') }
    expect(a).toMatchObject({ title: 'One', _createdAt: before?._createdAt })
    expect(a).not.toHaveProperty('heading')
    expect(draft).toMatchObject({ title: 'One, changed', _rev: a?._rev })
    expect(lake.dataset.get('c')).toMatchObject({ heading: 'not a post' })
    const [, last] = lake.dataset.history.transactions(['a'], { limit: 9 })
    expect(last).toMatchObject({ id: a?._rev, author: 'migration' })
    expect(lake.dataset.history.transactions(['b'], { limit: 9 })).toHaveLength(1)
  })

  it.each([
    [
      'throws',
      "export default ({ _id }) => { if (_id === 'b') throw new Error('no') ; return { _id } }",
    ],
    [
      'returns a value that is not a document',
      "export default (d) => (d._id === 'b' ? 'x' : undefined)",
    ],
    ['returns another document', "export default (d) => ({ ...d, _id: 'x', n: 1 })"],
    ['has no default export', 'export const migrate = 1'],
    ['is not a valid module', 'export default ('],
    [
      'adds a reference to a missing document',
      "export default (d) => ({ ...d, to: { _ref: 'none' } })",
    ],
  ])('that %s changes nothing and reports the error in one line', async (_what, module) => {
    const failed = await migrate(module, '--write')
    expect(failed).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^lake: .+\n$/) })
    expect(await stored('a')).toMatchObject({ heading: 'One' })
  })

  it('with --write fails if another process uses the lake', async () => {
    await using _lake = await localLake(directory)
    expect(await migrate(rename, '--write')).toMatchObject({
      code: 1,
      err: expect.stringContaining('in use'),
    })
  })
})
