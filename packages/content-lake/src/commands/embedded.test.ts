import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brokenJpegs, harmlessJpegs } from '../testing/damaged-jpegs.ts'
import { emptyFolder, localLake } from '../testing/local-lake.ts'
import { runCommand } from '../testing/run-command.ts'
import { main } from './embedded.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let directory: string
let file: string

beforeEach(async () => {
  folder = await emptyFolder()
  directory = join(folder.path, 'lake')
  file = join(folder.path, 'data.ndjson')
  writeFileSync(file, '{"_id":"a","_type":"t"}\n')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})

const run = (args: string[], isTerminal = false) => runCommand(main, args, isTerminal)

describe('lake', () => {
  it('imports and exports, by default in DATA_DIR', async () => {
    vi.stubEnv('DATA_DIR', folder.path)
    expect(await run(['import', file])).toEqual({
      code: 0,
      out: 'Imported 1 documents and 0 assets\n',
      err: '',
    })
    const out = join(folder.path, 'new', 'out.ndjson')
    expect(await run(['export', '--directory', directory, out])).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ _id: 'a', _type: 't' })
    expect((await run(['import', file, '--missing'])).out).toContain('0 documents')
  })

  it('imports everything except damaged images, and reports each of them', async () => {
    const broken = Object.values(await brokenJpegs())
    const good = Object.values(await harmlessJpegs())
    const names = [
      ...broken.map((_, n) => `broken ${n}.jpg`),
      ...good.map((_, n) => `good-${n}.jpg`),
    ]
    for (const [n, bytes] of [...broken, ...good].entries()) {
      writeFileSync(join(folder.path, names[n] ?? ''), bytes)
    }
    const picture = (name: string) => ({ _sanityAsset: `image@file://./${name}` })
    const lines = names.map((name, n) => ({
      _id: `d${n}`,
      _type: 't',
      full: { _type: 'image', alt: name, ...picture(name) },
      list: [picture(name)],
    }))
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const { code, out, err } = await run(['import', file, '--directory', directory])
    expect(code).toBe(1)
    expect(out).toContain(`${names.length} documents and ${good.length} assets`)
    const warnings = err.trim().split('\n')
    expect(warnings).toHaveLength(broken.length)
    for (const n of broken.keys()) {
      expect(warnings[n]).toMatch(new RegExp(`data\\.ndjson:${n + 1}: full: broken ${n}\\.jpg: .+`))
    }
    await using lake = await localLake(directory)
    expect(lake.dataset.get('d0')).toMatchObject({
      full: { _type: 'image', alt: 'broken 0.jpg' },
      list: [{ _type: 'image' }],
    })
    expect(JSON.stringify(lake.dataset.get('d0'))).not.toMatch(/asset/i)
    expect(lake.dataset.get('d3')).toMatchObject({ list: [{ asset: { _type: 'reference' } }] })
  })

  it('reports how many drafts it left out, and exports and imports them with --drafts', async () => {
    {
      await using lake = await localLake(directory)
      const ids = ['a', 'drafts.a', 'drafts.b']
      const create = ids.map((_id) => ({ create: { _id, _type: 't' } }))
      lake.dataset.transact(create, { author: 'test' })
    }
    const out = join(folder.path, 'backup', 'out.ndjson')
    const args = ['export', out, '--directory', directory]
    expect((await run(args)).out).toMatch(/^Exported 1 documents .* without 2 drafts/)
    expect((await run([...args, '--drafts'])).out).toBe('Exported 3 documents and 0 assets\n')
    expect(statSync(out).mode & 0o077).toBe(0)
    const restored = join(folder.path, 'restored')
    expect(await run(['import', out, '--directory', restored])).toMatchObject({ code: 0 })
    await using lake = await localLake(restored)
    expect([...lake.dataset.snapshot()].map(({ _id }) => _id).sort()).toEqual([
      'a',
      'drafts.a',
      'drafts.b',
    ])
  })

  it('prunes history that is older than the given number of days, and shrinks the file', async () => {
    const text = 'x'.repeat(1_000_000)
    {
      await using lake = await localLake(directory)
      lake.dataset.transact([{ create: { _id: 'a', _type: 't', text } }], { author: 'test' })
      lake.dataset.transact([{ delete: { id: 'a' } }], { author: 'test' })
    }
    const size = () => {
      const files = ['lake.db', 'lake.db-wal'].map((name) => join(directory, name))
      return files.reduce((sum, path) => sum + (existsSync(path) ? statSync(path).size : 0), 0)
    }
    expect(size()).toBeGreaterThan(text.length)
    const prune = ['prune', '--directory', directory, '--keep']
    expect(await run([...prune, '1'])).toMatchObject({
      code: 0,
      out: 'Pruned 0 transactions and deleted 0 assets\n',
    })
    expect(await run([...prune, '0'])).toMatchObject({
      code: 0,
      out: 'Pruned 2 transactions and deleted 0 assets\n',
    })
    expect(size()).toBeLessThan(text.length / 2)
    for (const wrong of [['prune'], [...prune, 'x'], [...prune, '-1'], [...prune, '1', 'file']]) {
      expect((await run(wrong)).code).toBe(2)
    }
    const nowhere = ['prune', '--keep', '1', '--directory', join(folder.path, 'none')]
    expect(await run(nowhere)).toMatchObject({ code: 1 })
  })

  it('deletes the files of assets that neither content nor history refers to', async () => {
    const originals = join(directory, 'assets', 'files')
    let kept = ''
    {
      await using lake = await localLake(directory)
      const store = (text: string) => lake.assets.store('files', Buffer.from(text))
      const [one, other] = [await store('one'), await store('other')]
      lake.dataset.transact([{ delete: { id: one._id } }], { author: 'test' })
      kept = other._id.replace(/^file-(.*)-/, '$1.')
    }
    writeFileSync(join(originals, 'mine.txt'), 'mine')
    const prune = ['prune', '--directory', directory, '--keep']
    expect((await run([...prune, '1'])).out).toMatch('and deleted 0 assets')
    expect(readdirSync(originals)).toHaveLength(3)
    const cache = join(directory, 'assets', 'cache')
    expect(existsSync(cache)).toBe(true)
    expect((await run([...prune, '0'])).out).toMatch('and deleted 1 assets')
    expect(existsSync(cache)).toBe(false)
    expect(readdirSync(originals).sort()).toEqual([kept, 'mine.txt'].sort())
  })

  it('exports while another process has the lake open, but does not import', async () => {
    await run(['import', file, '--directory', directory])
    await using lake = await localLake(directory)
    lake.dataset.transact([{ create: { _id: 'b', _type: 't' } }], { author: 'test' })
    const out = join(folder.path, 'out.ndjson')
    expect(await run(['export', out, '--directory', directory])).toMatchObject({ code: 0 })
    expect(readFileSync(out, 'utf8').trimEnd().split('\n')).toHaveLength(2)
    expect(await run(['import', file, '--directory', directory])).toEqual({
      code: 1,
      out: '',
      err: `lake: The content lake in ${directory} is in use by process ${process.pid}. Stop it, or use another folder\n`,
    })
    lake.dataset.transact([{ create: { _id: 'c', _type: 't' } }], { author: 'test' })
    expect(lake.dataset.size).toBe(3)
  })

  it.each([
    [[]],
    [['export']],
    [['delete', 'x']],
    [['export', 'a', 'b']],
    [['migrate']],
    [['import', 'a', '--force']],
  ])('shows its usage when called with %j', async (args) => {
    const { code, err } = await run(args)
    expect(code).toBe(2)
    expect(err).toMatch(/^lake: [^\n]*--help\n$/)
  })
})
