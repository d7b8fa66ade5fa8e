import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../commands/embedded.ts'
import { errorOf, type LakeFixture, startLake } from '../testing/lake-fixture.ts'
import { emptyFolder, localLake } from '../testing/local-lake.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let running: LakeFixture
let imageId: string
let trips = 0

beforeAll(async () => {
  folder = await emptyFolder()
  running = await startLake()
  const create = { width: 9, height: 6, channels: 3 as const, background: '#abc' }
  const picture = await sharp({ create }).png().toBuffer()
  imageId = (await running.client().assets.upload('image', picture, { filename: 'a b#.png' }))._id
})
afterAll(async () => {
  await running.close()
  await folder[Symbol.asyncDispose]()
})

async function lake(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await main(args, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    isTerminal: false,
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** Returns the files in a folder, with their bytes as text. */
function contents(path: string): Record<string, string> {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(path.length), readFileSync(file, 'latin1')]),
  )
}

/**
 * Exports a lake, imports the export into an empty lake, and exports that lake. Returns both exports and the new
 * lake's folder.
 */
async function roundTrip(options: string[] = [], directory = running.directory) {
  const at = (name: string) => join(folder.path, `${++trips}-${name}`)
  const [first, other, second] = [at('first'), at('other'), at('second')]
  const file = (path: string) => join(path, 'data.ndjson')
  const quiet = { code: 0, err: '' }
  expect(await lake('export', '--directory', directory, file(first), ...options)).toMatchObject(
    quiet,
  )
  expect(await lake('import', '--directory', other, file(first))).toMatchObject(quiet)
  expect(await lake('export', '--directory', other, file(second), ...options)).toMatchObject(quiet)
  return { first: contents(first), second: contents(second), other }
}

const withoutTimes = ({ _rev, _updatedAt, ...rest }: Record<string, unknown>) => rest

function clear() {
  const content = [...running.lake.dataset.snapshot()].filter(
    ({ _type }) => !_type.startsWith('sanity.'),
  )
  const mutations = content.map(({ _id: id }) => ({ delete: { id } }))
  if (content.length > 0)
    running.lake.dataset.transact(mutations, { author: 'me', unbounded: true })
}

/**
 * Generates strings with special or invalid characters: unpaired surrogates, U+FFFD, control characters, line
 * separators.
 */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\uFFFD', '\uD83D', '\uDE00', '\u0000', '\u2028', '"', 'ä') }),
)
const key = fc
  .oneof(text, fc.constantFrom('', '1', '_key', '_type', '_ref_', '_weak'))
  .filter((name) => !['__proto__', 'prototype', 'constructor', 'hasOwnProperty'].includes(name))
const scalar = fc.oneof(
  text,
  fc.constantFrom(null, true, -0, 1e21, 1e-7, 2 ** 53 + 1, 5e-324, Number.MAX_VALUE),
  fc.double({ noNaN: true }),
  fc.constantFrom('image@file://./images/a.png', 'file@file:///etc/passwd', 'plain words'),
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    // Values that an export writes in another form, and values that look similar.
    tie('value').map((other) => ({ other, asset: { _type: 'reference', _ref: imageId } })),
    fc
      .constantFrom({}, { _type: 'odd' }, { _type: 'reference' }, { _weak: true }, { _key: 'k' })
      .map((more) => ({ asset: { ...more, _ref: imageId } })),
    fc.constant(0).map(() => ({ _key: 'k', asset: { _type: 'reference', _ref: imageId } })),
    fc.constant([{ noKey: 1 }, { _ref: 'none', _weak: true }]),
  ),
}))
const id = fc
  .stringMatching(/^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,20}[a-zA-Z0-9_-]$/)
  .filter((name) => !name.startsWith('_.'))
  .chain((name) => fc.constantFrom(name, `drafts.${name}`, `versions.r1.${name}`))
const attributes = fc
  .dictionary(key, value, { maxKeys: 4, noNullPrototype: true })
  .map(({ _id, _type, _rev, _createdAt, _updatedAt, then: _then, ...rest }) => rest)
const documents = fc.uniqueArray(
  fc
    .record({
      _id: id,
      _type: fc.oneof(fc.constantFrom('t', 'a.b'), text).filter((type) => type !== ''),
    })
    .chain((head) => attributes.map((rest) => ({ ...rest, ...head }))),
  { selector: ({ _id }) => _id, minLength: 1, maxLength: 30 },
)

describe('content of the lake', () => {
  it('is exported, imported, and exported again to the same bytes', {
    timeout: 300_000,
  }, async () => {
    const comesBack = async (batch: { _id: string; _type: string }[]) => {
      clear()
      await running.client().mutate(batch.map((create) => ({ create })))
      const { first, second, other } = await roundTrip(['--drafts'])
      expect(second).toEqual(first)
      await using restored = await localLake(other)
      for (const { _id } of batch) {
        const [before, after] = [running.lake, restored].map(({ dataset }) => dataset.get(_id))
        expect(withoutTimes({ ...after })).toEqual(withoutTimes({ ...before }))
      }
    }
    await fc.assert(fc.asyncProperty(documents, comesBack), { numRuns: 5 })
  })

  it('survives a round trip with changed asset documents', async () => {
    clear()
    const client = running.client()
    const before = await client.getDocument(imageId)
    await client
      .patch(imageId)
      .set({ title: '\uFFFD', 'metadata.lqip': 'x', _sanityAsset: 1 })
      .commit()
    await client.patch(imageId).set({ 'metadata.dimensions.width': 1 }).commit()
    const patched = await roundTrip()
    expect(patched.second).toEqual(patched.first)
    await client.patch(imageId).unset(['metadata', 'originalFilename']).commit()
    const bare = await roundTrip()
    expect(bare.second).toEqual(bare.first)
    await client.createOrReplace(before as never)
  })

  it('survives a round trip in one transaction with many documents', {
    timeout: 300_000,
  }, async () => {
    const large = await startLake()
    const store = (ids: string[], text: string) => {
      const mutations = ids.map((_id) => ({ create: { _id, _type: 't', text } }))
      large.lake.dataset.transact(mutations, { author: 'me' })
    }
    // More than a client's transaction may contain, in number and in size.
    store(
      Array.from({ length: 2_001 }, (_, n) => `small-${n}`),
      'words',
    )
    for (const id of ['large-1', 'large-2']) store([id], 'words '.repeat(600_000))
    const { first, second, other } = await roundTrip([], large.directory)
    expect(second).toEqual(first)
    await using restored = await localLake(other)
    expect(restored.dataset.seq).toBe(1)
    await large.close()
  })
})

describe('an asset document without an upload', () => {
  const sha1 = '0'.repeat(40)
  const made = [
    { _id: 'image-x', _type: 'sanity.imageAsset', url: 'https://a.test/x.png' },
    { _id: `image-${sha1}-9x6-png`, _type: 'sanity.imageAsset', path: 'images/x' },
    { _id: `file-${sha1}-txt`, _type: 'sanity.fileAsset' },
    { _id: 'drafts.x', _type: 'sanity.fileAsset' },
    { _id: '_.x', _type: 't' },
  ]

  it.each(made)('is rejected in every kind of mutation: $_id', async (document) => {
    const client = running.client()
    const { _id } = document
    for (const kind of ['create', 'createOrReplace', 'createIfNotExists'] as const) {
      expect(await errorOf(client.mutate([{ [kind]: document }] as never))).toMatchObject({
        statusCode: 400,
      })
    }
    expect(await client.getDocument(_id)).toBeUndefined()
  })

  it('cannot replace another document, or an asset of another kind', async () => {
    clear()
    const client = running.client()
    await client.create({ _id: 'mine', _type: 't' })
    const other = { _id: 'mine', _type: 'sanity.imageAsset' }
    expect(await errorOf(client.createOrReplace(other))).toMatchObject({ statusCode: 400 })
    const file = { _id: imageId, _type: 'sanity.fileAsset' }
    expect(await errorOf(client.createOrReplace(file))).toMatchObject({ statusCode: 400 })
  })
})
