import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../server/root.ts'
import { type CachedSite, type RemoteLake, startCachedSite, startLake } from './cached-site.ts'

/** What a build of the pages, the Studio's list and the tests' paths are made of. */
const parts = [
  ...['app', 'public', 'schemas', 'studio/preview', 'seed/data.ndjson', 'server/root.ts'],
  ...['scripts/development', 'scripts/bundled-packages.js'],
  ...['tests/journeys/paths.ts', 'package.json', 'remix.config.js', 'vite.config.ts'],
  ...['tsconfig.json', 'tsconfig.base.json'],
]

const folder = mkdtempSync(join(tmpdir(), 'halvi-copy-'))
const dataDir = mkdtempSync(join(tmpdir(), 'halvi-added-'))
let lake: RemoteLake
let site: CachedSite

/** The files that the README has one write for a page, by the comment each begins with. */
function steps(): [path: string, text: string][] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = readme.slice(readme.indexOf('**A page.**'), readme.indexOf('**A schema.**'))
  return Array.from(
    section.matchAll(/```tsx?\n\/\/ (\S+)\n(.*?)```/gs),
    ([, path = '', text = '']) => [path, text],
  )
}

function follow([path, text]: [path: string, text: string]): void {
  const file = join(folder, path)
  if (path !== 'app/pages.ts') {
    writeFileSync(file, text)
    return
  }
  const list = readFileSync(file, 'utf8')
  expect(list.match(/\n\]\n/g)).toHaveLength(1)
  writeFileSync(file, list.replace('\n]\n', `\n${text}]\n`))
}

function build(): void {
  const cli = createRequire(import.meta.url).resolve('@remix-run/dev/dist/cli.js')
  const { status, stderr } = spawnSync(
    process.execPath,
    [cli, 'vite:build', '--logLevel', 'warn'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', BUILD_FOLDER: 'build' },
    },
  )
  if (status !== 0) throw new Error(stderr)
}

beforeAll(async () => {
  for (const part of parts) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const step of steps()) follow(step)
  build()
  lake = await startLake()
  await lake.editor.createOrReplace({
    _id: 'storyPage',
    _type: 'storyPage',
    title: 'Our own story',
  })
  site = await startCachedSite(lake, dataDir, 'https://halvi.test', {
    build: await import(join(folder, 'build/server/index.js')),
    version: 'with a page more',
    files: (_request, _response, next) => next(),
    close: async () => {},
  })
  await site.settled()
}, 600_000)

afterAll(async () => {
  await site?.close()
  await lake?.close()
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

const isSource = (path: string) =>
  !/node_modules|\.test\.tsx?$/.test(path.slice(dirname(root).length))

it('by the README alone is shown, with its own title and address', async () => {
  expect(steps().map(([path]) => path)).toEqual([
    'app/content/queries/story.ts',
    'app/routes/story.tsx',
    'app/pages.ts',
  ])
  const { status, text } = await site.request('/story')
  expect(status).toBe(200)
  expect(text).toMatch(/<title>Our own story \| Halvi<\/title>/)
  expect(text).toContain('<link rel="canonical" href="https://halvi.test/story"')
  expect(text).toMatch(/<h1[^>]*>Our own story/)
  expect(text).not.toContain('/assets/entry.client')
})

it('is in the sitemap, has been made before anybody asked, and is kept', async () => {
  expect((await site.request('/sitemap.xml')).text).toContain('<loc>https://halvi.test/story</loc>')
  expect(site.made()).toContain('/story')
  await site.request('/story')
  expect(site.made()).toEqual([])
})

it('is known to the preview, to the rules for addresses and to the tests', async () => {
  const { pagesOf, shownTypes } = await import(join(folder, 'studio/preview/pages.ts'))
  expect(pagesOf('storyPage', {})).toEqual([{ title: 'Our story', href: '/story' }])
  expect(shownTypes).toContain('storyPage')
  const { isTaken } = await import(join(folder, 'app/addresses.ts'))
  expect(isTaken('/story')).toBe(true)
  const { canonicalPaths, contentPaths } = await import(join(folder, 'tests/journeys/paths.ts'))
  expect(canonicalPaths).toContain('/story')
  expect(contentPaths).toContain('/story')
})
