import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LastGoodPages } from './last-good-pages.ts'
import { addBrotli, pageOf } from './page.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (build = 'one', at = folder) => new LastGoodPages(at, build, pino({ level: 'silent' }))
const page = (body: string) =>
  pageOf(
    { status: 200, headers: [['X-Test', 'é']], body: Buffer.from(body), tags: new Set(['tag']) },
    { seconds: 10 },
    {},
  )

async function write(...keys: string[]) {
  const pages = open()
  for (const key of keys) pages.set(key, page(`The page at ${key}\nends.`))
  await pages.close()
}

it('reads the pages that were written', async () => {
  await write('/', '/support/faq')
  const read = await open().read()
  expect(read.map(({ key }) => key).sort()).toEqual(['/', '/support/faq'])
  const found = read.find(({ key }) => key === '/')
  expect(String(found?.rendered.body)).toBe('The page at /\nends.')
  expect(found?.rendered).toMatchObject({ status: 200, tags: new Set(['tag']) })
  expect(found?.rendered.headers).toContainEqual(['X-Test', 'é'])
})

it('retries a page that could not be written', async () => {
  await write('/')
  const [name = ''] = readdirSync(folder)
  // A folder in the place of the file, so that writing fails.
  rmSync(join(folder, name))
  mkdirSync(join(folder, name))
  const pages = open()
  pages.set('/', page('The new content.'))
  await pages.write()
  rmSync(join(folder, name), { recursive: true })
  await pages.close()
  const [found] = await open().read()
  expect(String(found?.rendered.body)).toBe('The new content.')
})

it('also stores a page in brotli', async () => {
  const original = page('words, words, words')
  await addBrotli(original)
  const pages = open()
  pages.set('/', original)
  await pages.close()
  const [found] = await open().read()
  expect(String(found?.rendered.body)).toBe('words, words, words')
  expect(found?.brotli).toEqual(original.variants.get('br')?.body)
})

it.each([
  ['empty', () => Buffer.alloc(0)],
  ['truncated in its header', (file: Buffer) => file.subarray(0, 20)],
  ['truncated in its body', (file: Buffer) => file.subarray(0, -5)],
  ['not a page', () => Buffer.from('null\n')],
  ['different content', () => Buffer.from('{}\nwords')],
])('ignores and deletes a damaged file: %s', async (_what, damage) => {
  await write('/')
  const [name = ''] = readdirSync(folder)
  const file = join(folder, name)
  writeFileSync(file, damage(readFileSync(file)))
  expect(await open().read()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it('ignores pages with another file name or of another build', async () => {
  await write('/')
  const [name = ''] = readdirSync(folder)
  writeFileSync(join(folder, 'other'), readFileSync(join(folder, name)))
  expect(await open().read()).toHaveLength(1)
  expect(await open('two').read()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

it('keeps working without a folder to write to or read from', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const pages = open('one', file)
  pages.set('/', page('words'))
  await pages.close()
  expect(await pages.read()).toEqual([])
})
