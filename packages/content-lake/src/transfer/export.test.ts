import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyFolder, localLake } from '../testing/local-lake.ts'
import { exportDataset } from './export.ts'
import { importDataset } from './import.ts'
import { storedDocuments } from './stored-documents.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let lake: Awaited<ReturnType<typeof localLake>>
let imageId: string
let template: typeof folder

beforeAll(async () => {
  template = await emptyFolder()
  await using lake = await localLake(template.path)
  const create = { width: 9, height: 6, channels: 3 as const, background: '#abc' }
  const said = { filename: 'A picture.PNG', title: 'A', creditLine: 'somebody' }
  imageId = (await lake.assets.store('images', await sharp({ create }).png().toBuffer(), said))._id
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="6"/>'
  const svgId = (await lake.assets.store('images', Buffer.from(svg)))._id
  const unused = { ...create, background: '#def' }
  await lake.assets.store('images', await sharp({ create: unused }).jpeg().toBuffer(), {
    filename: 'unused.jpg',
  })
  const video = await lake.assets.store('files', Buffer.from('not really'), {
    filename: 'a film.mp4',
  })
  const asset = (_ref: string) => ({ asset: { _type: 'reference', _ref } })
  lake.dataset.transact(
    [
      {
        create: { _id: 'b', _type: 't', next: { _type: 'reference', _ref: 'a' }, ä: 1, Z: 2, a: 3 },
      },
      {
        create: {
          _id: 'a',
          _type: 't',
          hero: { _type: 'image', alt: 'A', hotspot: { x: 0.5 }, ...asset(imageId) },
        },
      },
      {
        create: {
          _id: 'c',
          _type: 't',
          _createdAt: '2020-02-02T02:02:02Z',
          list: [{ _key: 'k', _type: 'image', ...asset(svgId) }],
        },
      },
      {
        create: {
          _id: 'd',
          _type: 't',
          film: { _type: 'file', ...asset(video._id) },
          direct: { _type: 'reference', _ref: imageId },
        },
      },
      {
        create: {
          _id: 'e',
          _type: 't',
          weak: { _type: 'image', asset: { _type: 'reference', _ref: imageId, _weak: true } },
        },
      },
      { create: { _id: 'drafts.a', _type: 't', text: 'a draft\u2028of two lines\n' } },
      { create: { _id: 'versions.r1.a', _type: 't' } },
    ],
    { author: 'test' },
  )
})
afterAll(() => template[Symbol.asyncDispose]())

beforeEach(async () => {
  folder = await emptyFolder()
  cpSync(template.path, join(folder.path, 'lake'), { recursive: true })
  lake = await localLake(join(folder.path, 'lake'))
})
afterEach(async () => {
  await lake[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const source = (name = 'lake') => ({
  documents: storedDocuments(join(folder.path, name)),
  assetDirectory: join(folder.path, name, 'assets'),
})
const target = (name: string) => join(folder.path, name, 'data.ndjson')

/** Returns the files in a folder, with their bytes in hexadecimal. */
function contents(name: string): Record<string, string> {
  const entries = readdirSync(join(folder.path, name), { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        path.slice(join(folder.path, name).length),
        readFileSync(path).toString('hex'),
      ]),
  )
}

it('names only the files that it contains', async () => {
  const own = { _sanityAsset: 'file@file://./data.ndjson', alt: 'A' }
  lake.dataset.transact([{ create: { _id: 'f', _type: 't', own } }], { author: 'test' })
  await exportDataset(source(), target('out'))
  const lines = readFileSync(target('out'), 'utf8').split('\n')
  expect(JSON.parse(lines.find((line) => line.includes('"f"')) ?? '')).toMatchObject({
    own: { alt: 'A' },
  })
  expect(lines.join()).not.toContain('file://./data.ndjson')
})

it('of drafts contains the open releases, which are active after an import', async () => {
  const act = (type: string, releaseId: string, rest: object = {}) =>
    lake.dataset.act([{ actionType: `sanity.action.release.${type}`, releaseId, ...rest }], {
      author: 'test',
    })
  for (const name of ['open', 'timed', 'shelved']) {
    act('create', name, { metadata: { releaseType: 'scheduled', title: name } })
    const version = { _id: `versions.${name}.a`, _type: 't' }
    lake.dataset.transact([{ create: version }], { author: 'test' })
  }
  act('schedule', 'timed', { publishAt: '2999-01-01T00:00:00Z' })
  act('archive', 'shelved')
  await exportDataset(source(), target('published'))
  expect(readFileSync(target('published'), 'utf8')).not.toContain('system.release')
  await exportDataset(source(), target('all'), { drafts: true })
  await using restored = await localLake(join(folder.path, 'restored'))
  await importDataset(restored, target('all'))
  const { dataset } = restored
  const releases = [...dataset.snapshot()].filter(({ _type }) => _type === 'system.release')
  expect(releases.map(({ name, state }) => [name, state])).toEqual([
    ['open', 'active'],
    ['timed', 'active'],
  ])
  expect(dataset.get('versions.timed.a')).toBeDefined()
  expect(dataset.releases.next()).toBeUndefined()
})

describe('an export', () => {
  it("has the format of Sanity's exports: documents by id, with files in folders", async () => {
    expect(await exportDataset(source(), target('out'))).toEqual({
      documents: 5,
      assets: 4,
      leftOut: 2,
    })
    const lines = readFileSync(target('out'), 'utf8').trimEnd().split('\n')
    const documents = lines.map((line) => JSON.parse(line))
    expect(documents.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    const [sha1] = /[0-9a-f]{40}/.exec(imageId) ?? []
    expect(documents[0].hero).toEqual({
      _sanityAsset: `image@file://./images/${sha1}-9x6.png`,
      _type: 'image',
      alt: 'A',
      hotspot: { x: 0.5 },
    })
    expect(Object.keys(documents[1])).toEqual(['Z', '_createdAt', '_id', '_type', 'a', 'next', 'ä'])
    expect(documents[3].film._sanityAsset).toMatch(/^file@file:\/\/\.\/files\/[0-9a-f]{40}\.mp4$/)
    expect(documents[4].weak.asset._ref).toBe(imageId)
    expect(readdirSync(join(folder.path, 'out')).sort()).toEqual([
      'assets.json',
      'data.ndjson',
      'files',
      'images',
    ])
    expect(readdirSync(join(folder.path, 'out', 'images'))).toHaveLength(3)
    const notes = JSON.parse(readFileSync(join(folder.path, 'out', 'assets.json'), 'utf8'))
    expect(notes[`image-${sha1}`]).toMatchObject({ originalFilename: 'A picture.PNG', title: 'A' })
  })

  it('distinguishes files with the same bytes by their extensions', async () => {
    const titles = { 'one.csv': 'One', 'two.txt': 'Two', 'three.tsv': 'Three' }
    for (const [filename, title] of Object.entries(titles)) {
      await lake.assets.store('files', Buffer.from('the same'), { filename, title })
    }
    await exportDataset(source(), target('out'))
    await using other = await localLake(join(folder.path, 'other'))
    await importDataset(other, target('out'))
    const found = [...other.dataset.snapshot()].flatMap((document) => {
      const { title, originalFilename: name } = document
      return document._type === 'sanity.fileAsset' && title ? [[name, title]] : []
    })
    expect(Object.fromEntries(found)).toEqual(titles)
  })

  it('only replaces an earlier export when it is complete', async () => {
    await exportDataset(source(), target('out'))
    const before = contents('out')
    const { path } = lake.dataset.get(imageId) as unknown as { path: string }
    const name = path.split('/').at(-1) ?? ''
    lake.dataset.transact([{ create: { _id: 'new', _type: 't' } }], { author: 'test' })
    const onProgress = () =>
      rmSync(join(folder.path, 'lake', 'assets', 'images', name), { force: true })
    await expect(exportDataset(source(), target('out'), { onProgress })).rejects.toThrow(
      `The file of ${imageId} is missing`,
    )
    expect(contents('out')).toEqual(before)
  })

  it('repairs an incomplete asset file, and leaves other files alone', async () => {
    await exportDataset(source(), target('out'))
    const before = contents('out')
    const [name = ''] = readdirSync(join(folder.path, 'out', 'images'))
    writeFileSync(join(folder.path, 'out', 'images', name), '')
    await exportDataset(source(), target('out'))
    expect(contents('out')).toEqual(before)
    writeFileSync(join(folder.path, 'out', 'images', 'mine.png'), 'mine')
    await exportDataset(source(), target('out'))
    expect(existsSync(join(folder.path, 'out', 'images', 'mine.png'))).toBe(true)
  })
})
