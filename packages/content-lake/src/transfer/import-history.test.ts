import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../dataset/storage.ts'
import { emptyFolder, localLake } from '../testing/local-lake.ts'
import { importDataset } from './import.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let lake: Awaited<ReturnType<typeof localLake>>
let file: string

beforeEach(async () => {
  folder = await emptyFolder()
  file = join(folder.path, 'data.ndjson')
  lake = await localLake(join(folder.path, 'lake'))
})
afterEach(async () => {
  await lake[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const me = { author: 'me' }

async function importAll(documents: Iterable<object>) {
  writeFileSync(file, Array.from(documents, (document) => JSON.stringify(document)).join('\n'))
  return importDataset(lake, file)
}

describe('an import', () => {
  it('begins the history of what it creates, and records what it replaces', async () => {
    const { dataset } = lake
    const first = dataset.transact([{ create: { _id: 'a', _type: 't', n: 1 } }], me).transactionId
    await importAll([
      { _id: 'a', _type: 't', n: 2 },
      { _id: 'b', _type: 't', n: 2 },
    ])
    const imported = dataset.get('b')?._rev ?? ''
    const { history } = dataset
    const transactions = (id: string) =>
      history.transactions([id], { limit: 9 }).map(({ id }) => id)
    expect(transactions('b')).toEqual([imported])
    const last = dataset.transact([{ patch: { id: 'b', set: { n: 3 } } }], me).transactionId
    expect(transactions('a')).toEqual([first, imported])
    expect(transactions('b')).toEqual([imported, last])
    const [beginning, ...others] = history
      .transactions(['b', 'a'], { limit: 3, reverse: true })
      .reverse()
    expect(beginning?.id).toBe(first)
    expect(others[0]).toMatchObject({ id: imported, author: 'import', documentIDs: ['a', 'b'] })
    expect(others[0]?.effects.b).toMatchObject({ apply: [0, { n: 2 }], revert: [0, null] })
    expect(history.transactions(['b'], { limit: 1 }).map(({ id }) => id)).toEqual([imported])
    expect(history.transactions(['b'], { limit: 1, reverse: true }).map(({ id }) => id)).toEqual([
      last,
    ])
    const after = { from: last, limit: 9 }
    expect(history.transactions(['b'], after).map(({ id }) => id)).toEqual([last])
    const at = (id: string, revision: string) => history.documentAt(id, { revision })?.n
    expect([at('a', first), at('a', imported), at('a', last)]).toEqual([1, 2, 2])
    expect([at('b', first), at('b', imported), at('b', last)]).toEqual([undefined, 2, 3])
    dataset.transact([{ delete: { id: 'b' } }], me)
    expect(history.documentAt('b', 'last')).toMatchObject({ n: 3, _rev: last })
    expect(at('b', first)).toBeUndefined()
    // After pruning, the history begins with the oldest known state.
    history.prune('9999', 2)
    expect(transactions('b')[0]).toBe(imported)
    expect(at('b', imported)).toBe(2)
  })

  it('takes any number of documents in one transaction, in little more space than the file', async () => {
    // More than a transaction of a program may contain.
    const ids = Array.from({ length: 20_001 }, (_, n) => `d${n}`)
    const found = await importAll(ids.map((_id) => ({ _id, _type: 't', text: _id.repeat(40) })))
    expect(found.documents).toBe(ids.length)
    expect(lake.dataset.seq).toBe(1)
    expect(lake.dataset.query('count(*[_type == "t"])').result).toBe(ids.length)
    const { size } = statSync(join(folder.path, 'lake', DATABASE_FILE))
    expect(size).toBeLessThan(2.5 * statSync(file).size)
    expect(lake.dataset.query('*[text match "d20000*"]._id').result).toEqual(['d20000'])
  })
})
