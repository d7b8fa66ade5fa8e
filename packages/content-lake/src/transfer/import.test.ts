import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { create } from 'tar'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyFolder, localLake } from '../testing/local-lake.ts'
import { importDataset } from './import.ts'

type Folder = Awaited<ReturnType<typeof emptyFolder>>

let home: Folder
let lake: Awaited<ReturnType<typeof localLake>>
let folder: Folder
let file: string
let png: Buffer

beforeAll(async () => {
  home = await emptyFolder()
  lake = await localLake(home.path)
})
afterAll(async () => {
  await lake[Symbol.asyncDispose]()
  await home[Symbol.asyncDispose]()
})

beforeEach(async () => {
  folder = await emptyFolder()
  mkdirSync(join(folder.path, 'in', 'images'), { recursive: true })
  file = join(folder.path, 'in', 'data.ndjson')
  png = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()
  writeFileSync(join(folder.path, 'in', 'images', 'a.png'), png)
})
// Each test starts with an empty lake.
afterEach(async () => {
  const all = [...lake.dataset.snapshot()].map(({ _id: id }) => ({ delete: { id } }))
  if (all.length > 0) lake.dataset.transact(all, { author: 'me' })
  await folder[Symbol.asyncDispose]()
})

/** Writes the file with one line per value: strings as they are, other values as JSON. */
function write(...lines: unknown[]) {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.join('\n'))
}

const ids = () => [...lake.dataset.snapshot()].map(({ _id }) => _id).sort()

describe('an import', () => {
  it('stores documents that refer to each other, in any order, in one transaction', async () => {
    const transactions: string[] = []
    const end = lake.dataset.onTransaction(({ id }) => transactions.push(id))
    write(
      {
        _id: 'a',
        _type: 't',
        next: { _type: 'reference', _ref: 'b' },
        _createdAt: '2020-01-01T00:00:00Z',
      },
      '',
      { _id: 'drafts.a', _type: 't', text: 'line\u2028separator' },
      {
        _id: 'b',
        _type: 't',
        _rev: 'old',
        next: { _ref: 'a' },
        weak: { _ref: 'none', _weak: true },
      },
    )
    expect(await importDataset(lake, file)).toEqual({ documents: 3, assets: 0 })
    end()
    expect(ids()).toEqual(['a', 'b', 'drafts.a'])
    expect(transactions).toHaveLength(1)
    expect(lake.dataset.get('a')).toMatchObject({
      _createdAt: '2020-01-01T00:00:00Z',
      _rev: transactions[0],
    })
    expect(lake.dataset.get('b')).toMatchObject({ next: { _type: 'reference', _ref: 'a' } })
    expect(lake.dataset.get('drafts.a')).toMatchObject({ text: 'line\u2028separator' })
  })

  it('replaces existing documents, or with `missing` leaves them and their assets unchanged', async () => {
    write({ _id: 'a', _type: 't', n: 1 })
    await importDataset(lake, file)
    write(
      { _id: 'a', _type: 't', n: 2, image: { _sanityAsset: 'image@file://./images/none.png' } },
      { _id: 'b', _type: 't' },
    )
    expect(await importDataset(lake, file, { missing: true })).toEqual({ documents: 1, assets: 0 })
    expect(lake.dataset.get('a')).toMatchObject({ n: 1 })
    write({ _id: 'a', _type: 't', n: 3 })
    await importDataset(lake, file)
    expect(lake.dataset.get('a')).toMatchObject({ n: 3 })
    expect(ids()).toEqual(['a', 'b'])
  })

  it('adds ids and stable array keys, and skips system documents', async () => {
    const document = { _id: 'a', _type: 't', list: [{ x: 1 }, { _key: 'mine', sub: [{ y: 1 }] }] }
    write(document, { _type: 'anonymous' }, { _id: '_.groups.x', _type: 'system.group' })
    expect((await importDataset(lake, join(folder.path, 'in'))).documents).toBe(2)
    const first = lake.dataset.get('a')
    expect(first).toMatchObject({
      list: [{ _key: expect.any(String) }, { _key: 'mine', sub: [{ _key: expect.any(String) }] }],
    })
    write(document)
    await importDataset(lake, file)
    expect(lake.dataset.get('a')?.list).toEqual(first?.list)
  })

  it('reads a byte order mark, Windows line endings, and characters across chunks', async () => {
    const long = 'ä€😀'.repeat(30_000)
    writeFileSync(
      file,
      `\uFEFF{"_id":"a","_type":"t"}\r\n${JSON.stringify({ _id: 'b', _type: 't', long })}\r\n`,
    )
    expect((await importDataset(lake, file)).documents).toBe(2)
    expect(lake.dataset.get('b')?.long).toBe(long)
  })
})

it('imports a folder and an archive of a Mac, without its hidden files', async () => {
  write({ _id: 'a', _type: 't' })
  mkdirSync(join(folder.path, 'in', '__MACOSX'))
  for (const name of ['.DS_Store', '._data.ndjson', 'images/._a.png', '__MACOSX/._data.ndjson'])
    writeFileSync(join(folder.path, 'in', name), Buffer.from([0, 5, 22, 7]))
  writeFileSync(join(folder.path, '._in'), '')
  const archive = join(folder.path, 'mac.tar.gz')
  await create({ file: archive, cwd: folder.path, gzip: true }, ['./._in', './in'])
  for (const path of [join(folder.path, 'in'), archive]) {
    expect((await importDataset(lake, path)).documents).toBe(1)
  }
})

describe('assets', () => {
  it('are stored once and referred to from each place', async () => {
    writeFileSync(join(folder.path, 'in', 'notes.txt'), 'some notes')
    const image = 'image@file://./images/a.png'
    const absolute = `image@${pathToFileURL(join(folder.path, 'in', 'images', 'a.png')).href}`
    write(
      {
        _id: 'a',
        _type: 't',
        bare: { _sanityAsset: image },
        full: { _type: 'image', alt: 'A', _sanityAsset: image },
      },
      {
        _id: 'b',
        _type: 't',
        list: [{ _sanityAsset: absolute }],
        file: { _sanityAsset: 'file@file://./notes.txt' },
      },
      {
        _id: 'c',
        _type: 't',
        inline: { _sanityAsset: `image@data:image/png;base64,${png.toString('base64')}` },
      },
    )
    const steps: string[] = []
    const onProgress = ({ step }: { step: string }) => steps.push(step)
    expect(await importDataset(lake, file, { onProgress })).toEqual({ documents: 3, assets: 2 })
    expect(steps).toEqual(['assets', 'assets', 'assets', 'documents'])

    const [imageId = '', fileId = ''] = [
      ...ids().filter((id) => /^(image|file)-/.test(id)),
    ].reverse()
    const asset = { _type: 'reference', _ref: imageId }
    expect(imageId).toMatch(/-9x6-png$/)
    expect(lake.dataset.get('a')).toMatchObject({
      bare: { _type: 'image', asset },
      full: { _type: 'image', alt: 'A', asset },
    })
    expect(lake.dataset.get('b')).toMatchObject({
      list: [{ _type: 'image', _key: expect.any(String), asset }],
      file: { _type: 'file', asset: { _ref: fileId } },
    })
    expect(JSON.stringify([...lake.dataset.snapshot()])).not.toContain('_sanityAsset')
    expect(lake.dataset.get(imageId)).toMatchObject({
      originalFilename: 'a.png',
      path: expect.stringMatching('^images/local/production/'),
    })
  })

  it('are not decoded again if their metadata is known', async () => {
    // Enough bytes to be recognized as an image, but decoding fails.
    const cut = png.subarray(0, png.length - 20)
    writeFileSync(join(folder.path, 'in', 'images', 'a.png'), cut)
    write({ _id: 'a', _type: 't', image: { _sanityAsset: 'image@file://./images/a.png' } })
    await expect(importDataset(lake, file)).rejects.toThrow('PNG')

    const sha1 = createHash('sha1').update(cut).digest('hex')
    const metadata = { lqip: 'data:,', isOpaque: true, dimensions: { width: 1, height: 1 } }
    const notes = { [`image-${sha1}`]: { originalFilename: 'a.png', metadata } }
    writeFileSync(join(folder.path, 'in', 'assets.json'), JSON.stringify(notes))
    expect(await importDataset(lake, file)).toEqual({ documents: 1, assets: 1 })
    expect(lake.dataset.get(`image-${sha1}-9x6-png`)).toMatchObject({
      originalFilename: 'a.png',
      metadata: { lqip: 'data:,', isOpaque: true, dimensions: { width: 9, height: 6 } },
    })
  })

  const names = [
    'a b.png',
    'a#1.png',
    'a?b.png',
    '50%.png',
    '%41.png',
    'a%20b.png',
    'ä 图.png',
    "a'b&c+d;e.png",
    ' .png',
  ]

  it('can have any file name, plain or percent-encoded', async () => {
    const images = join(folder.path, 'in', 'images')
    const list: object[] = []
    for (const [index, name] of names.entries()) {
      writeFileSync(
        join(images, name),
        await sharp(png)
          .resize(index + 1)
          .png()
          .toBuffer(),
      )
      const spellings = [
        `./images/${name}`,
        `./images/${encodeURIComponent(name)}`,
        join(images, name),
        pathToFileURL(join(images, name)).pathname,
      ]
      list.push(...spellings.map((path) => ({ _sanityAsset: `image@file://${path}` })))
    }
    write({ _id: 'a', _type: 't', list })
    expect(await importDataset(lake, file)).toEqual({ documents: 1, assets: names.length })
    const stored = [...lake.dataset.snapshot()].flatMap(({ originalFilename }) =>
      originalFilename ? [originalFilename] : [],
    )
    expect(stored.sort()).toEqual(names.toSorted())
  })

  describe('on another host', () => {
    let server: Server
    let host: string
    const asked: string[] = []

    beforeEach(async () => {
      asked.length = 0
      server = createServer((request, response) => {
        const { url = '' } = request
        asked.push(url)
        if (url.startsWith('/to/')) {
          response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end()
        } else if (url === '/endless') {
          const write = () => {
            while (response.write(Buffer.alloc(1_000_000)));
          }
          response.on('drain', write)
          write()
        } else response.writeHead(url === '/a.png' ? 200 : 404).end(png)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    })
    afterEach(() => {
      server.closeAllConnections()
      server.close()
    })

    const load = (url: string, ...allowedHosts: string[]) => {
      write({ _id: 'a', _type: 't', image: { _sanityAsset: `image@${url}` } })
      return importDataset(lake, file, { allowedHosts })
    }

    it('are fetched if the host is allowed', async () => {
      expect(await load(`http://${host}/a.png`, host)).toEqual({ documents: 1, assets: 1 })
      const again = `http://${host}/to/${encodeURIComponent('/a.png')}`
      expect(await load(again, 'a.test', host)).toEqual({ documents: 1, assets: 1 })
      await expect(load(`http://${host}/none.png`, host)).rejects.toThrow(
        /data\.ndjson:1: image: cannot read .*404/,
      )
    })

    it('are rejected without a request if the host is not allowed', async () => {
      const port = host.split(':')[1]
      for (const url of [host, `2130706433:${port}`, `0177.0.0.1:${port}`, `localhost:${port}`]) {
        await expect(load(`http://${url}/a.png`)).rejects.toThrow(
          /:1: image: .* not an allowed host/,
        )
      }
      await expect(load(`http://${host}/a.png`, '127.0.0.1', 'a.test')).rejects.toThrow(
        'not an allowed',
      )
      expect(asked).toEqual([])
      expect(ids()).toEqual([])
    })

    it('are not fetched from other hosts by redirects', async () => {
      const port = host.split(':')[1]
      const inside = createServer((_, response) => response.end(png))
      await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
      const insidePort = (inside.address() as AddressInfo).port
      for (const target of [
        `http://127.0.0.1:${insidePort}/a.png`,
        `http://[::ffff:127.0.0.1]:${port}/a.png`,
        `http://2130706433:${insidePort}/a.png`,
        `//localhost:${insidePort}/a.png`,
        'file:///etc/passwd',
        'ftp://127.0.0.1/a.png',
      ]) {
        const url = `http://${host}/to/${encodeURIComponent(target)}`
        await expect(load(url, host)).rejects.toThrow(/not an allowed host|redirected to/)
      }
      inside.close()
      expect(asked.filter((url) => !url.startsWith('/to/'))).toEqual([])
      expect(ids()).toEqual([])
    })

    it('are rejected if they are too large or redirected too often', async () => {
      await expect(load(`http://${host}/endless`, host)).rejects.toThrow('larger than 50')
      let address = '/a.png'
      for (let redirect = 0; redirect < 7; redirect++)
        address = `/to/${encodeURIComponent(address)}`
      await expect(load(`http://${host}${address}`, host)).rejects.toThrow('too many redirects')
    })
  })
})

describe('an invalid import reports the error and stores nothing', () => {
  const good = { _id: 'good', _type: 't', image: { _sanityAsset: 'image@file://./images/a.png' } }

  const cases: [string, unknown[], RegExp][] = [
    ['not JSON', ['{"_id": "x",'], /data\.ndjson:2: not valid JSON/],
    ['half a line', ['{"_id":"x","_type":"t","te'], /data\.ndjson:2: not valid JSON/],
    ['an array', [[]], /:2: not a JSON object/],
    ['null', ['null'], /:2: not a JSON object/],
    ['no type', [{ _id: 'x' }], /:2: no _type/],
    ['an empty type', [{ _id: 'x', _type: '' }], /:2: no _type/],
    ['a bad id', [{ _id: 'a b', _type: 't' }], /:2: Invalid document ID "a b"/],
    ['an id that is not a string', [{ _id: 7, _type: 't' }], /:2: Invalid document ID 7/],
    ['a repeated id', ['', '', { _id: 'good', _type: 't' }], /:4: _id "good" is already on line 1/],
    [
      'a reference to a missing document',
      [{ _id: 'x', _type: 't', a: [{ b: { _ref: 'none' } }] }],
      /:2: a\[0\]\.b refers to "none"/,
    ],
    [
      'a missing file',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'image@file://./images/none.png' } }],
      /:2: a: .*none\.png does not exist/,
    ],
    [
      'a folder',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'image@file://./images' } }],
      /:2: a: .*images does not exist/,
    ],
    [
      'an asset without its type',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file://./images/a.png' } }],
      /:2: a: _sanityAsset must be/,
    ],
    [
      'an asset that is not a string',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 7 } }],
      /:2: a: _sanityAsset must be/,
    ],
    [
      'a file in another folder',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file@file://./../secret.txt' } }],
      /:2: a: .* outside of the import's folder/,
    ],
    [
      'a file at the root',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file@file:///etc/passwd' } }],
      /:2: a: .* outside/,
    ],
    [
      'a symbolic link to another folder',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file@file://./images/link' } }],
      /:2: a: .* outside/,
    ],
    [
      'another machine',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file@file://host/a' } }],
      /:2: a: /,
    ],
    [
      'another scheme',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'file@ftp://host/a' } }],
      /:2: a: cannot read from ftp:/,
    ],
    [
      'not an image',
      [{ _id: 'x', _type: 't', a: { _sanityAsset: 'image@file://./data.ndjson' } }],
      /:2: a: data\.ndjson: .*not an image/,
    ],
    [
      'an asset document',
      [{ _id: 'image-x', _type: 'sanity.imageAsset' }],
      /:2: .* has no uploaded file/,
    ],
    [
      'excessive nesting',
      [`{"_id":"x","_type":"t","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
      /:2: /,
    ],
    [
      'a document that the dataset rejects',
      ['{"_id":"x","_type":"t","then":1}'],
      /:2: A document cannot have an attribute named "then"/,
    ],
  ]

  it.each(cases)('%s', async (_, lines, message) => {
    writeFileSync(join(folder.path, 'secret.txt'), 'secret')
    symlinkSync(join(folder.path, 'secret.txt'), join(folder.path, 'in', 'images', 'link'))
    write(good, ...lines, { _id: 'last', _type: 't' })
    const failure = await importDataset(lake, file).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      name: 'TransferError',
      message: expect.stringMatching(message),
    })
    expect((failure as Error).message).not.toContain('\n')
    expect(ids()).toEqual([])
    expect(readdirSync(join(home.path, 'assets', 'incoming'))).toEqual([])
  })

  it('invalid UTF-8', async () => {
    writeFileSync(
      file,
      Buffer.concat([
        Buffer.from('{"_id":"a","_type":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]),
    )
    await expect(importDataset(lake, file)).rejects.toThrow('data.ndjson:1: not valid UTF-8')
  })

  it('a file that is missing, empty, or an archive, or several files', async () => {
    await expect(importDataset(lake, `${file}.none`)).rejects.toThrow('does not exist')
    await expect(importDataset(lake, join(folder.path, 'in', 'images'))).rejects.toThrow(
      'contains 0 .ndjson files',
    )
    write('')
    await expect(importDataset(lake, file)).rejects.toThrow('contains no documents')
    writeFileSync(file, Buffer.from([0x1f, 0x8b, 8, 0]))
    await expect(importDataset(lake, file)).rejects.toThrow('is damaged, or not a tar archive')
    writeFileSync(join(folder.path, 'in', 'more.ndjson'), '')
    await expect(importDataset(lake, join(folder.path, 'in'))).rejects.toThrow(
      'contains 2 .ndjson files',
    )
  })

  it('an archive that unpacks to far more than its size', async () => {
    const archive = join(folder.path, 'in', 'lines.tar.gz')
    writeFileSync(file, Buffer.alloc(30_000_000, '\n'))
    await create({ file: archive, cwd: folder.path, gzip: true }, ['in/data.ndjson'])
    await expect(importDataset(lake, archive)).rejects.toThrow('max decompression ratio')
  })

  it('an assets.json that is not valid', async () => {
    write(good)
    writeFileSync(join(folder.path, 'in', 'assets.json'), '{')
    await expect(importDataset(lake, file)).rejects.toThrow(/assets\.json: not valid JSON/)
    writeFileSync(join(folder.path, 'in', 'assets.json'), '[1]')
    await expect(importDataset(lake, file)).rejects.toThrow(/assets\.json: not an object/)
    rmSync(join(folder.path, 'in', 'assets.json'))
    expect(await importDataset(lake, file)).toEqual({ documents: 1, assets: 1 })
  })
})
