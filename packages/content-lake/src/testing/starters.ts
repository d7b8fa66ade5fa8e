/**
 * Runs Sanity's public starters with `local-content-lake run`, without a change to their sources, and prints what works
 * in a browser: pages, images, live content, and draft mode. Needs git, npm, and Chromium (CHROMIUM is its path).
 *
 *   npx tsx packages/content-lake/src/testing/starters.ts FOLDER [nextjs] [astro] [sveltekit]
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'
import { runWith } from '../commands/run.ts'
import { startLake } from '../project/start-lake.ts'

const SECRET = 'a-secret-for-starters'
const SITE_PORT = 4391
const SITE = `http://localhost:${SITE_PORT}`

/** The folder of each starter's site, the command that starts it, and the path that starts draft mode. */
const starters: Record<string, { folder: string; command: string[]; draftMode?: string }> = {
  nextjs: {
    ...{ folder: 'frontend', draftMode: '/api/draft-mode/enable' },
    command: ['next', 'dev', '-p', String(SITE_PORT)],
  },
  astro: { folder: 'frontend', command: ['astro', 'dev', '--port', String(SITE_PORT)] },
  sveltekit: {
    ...{ folder: 'sveltekit-app', draftMode: '/preview/enable' },
    command: ['vite', 'dev', '--port', String(SITE_PORT)],
  },
}

const [path = 'starters', ...names] = process.argv.slice(2)
const folder = resolve(path)
mkdirSync(folder, { recursive: true })
for (const name of names.length > 0 ? names : Object.keys(starters)) await tryStarter(name)

async function tryStarter(name: string): Promise<void> {
  const starter = starters[name]
  if (!starter) throw new Error(`There is no starter "${name}"`)
  const root = join(folder, name)
  if (!existsSync(root)) {
    command(
      'git',
      ['clone', '--depth=1', `https://github.com/sanity-io/sanity-template-${name}-clean`, root],
      folder,
    )
  }
  if (!existsSync(join(root, 'node_modules'))) command('npm', ['install', '--no-audit'], root)
  const site = join(root, starter.folder)
  if (!existsSync(join(site, '.env'))) copyFileSync(join(site, '.env.example'), join(site, '.env'))
  process.chdir(site)
  const lake = await startLake({ port: 0, replacesSanity: true })
  const ended = new AbortController()
  const running = runWith(lake, 'production', starter.command).finally(() => ended.abort())
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  })
  try {
    await addContent(lake.client())
    await ready(ended.signal)
    for (const [what, works] of await findings(browser, lake.client(), starter.draftMode)) {
      console.log(`${name}: ${what}: ${works ? 'works' : 'FAILS'}`)
    }
  } finally {
    await browser.close()
    // Passed on to the command.
    process.kill(process.pid, 'SIGTERM')
    await running
    await lake.close()
  }
}

async function findings(browser: Browser, client: SanityClient, draftMode: string | undefined) {
  const page = await browser.newPage()
  const found: [string, boolean][] = []
  await page.goto(SITE)
  found.push(['page', await shows(page, 'A first post')])
  await client.patch('post').set({ title: 'A changed post' }).commit()
  // Without live content, as in the Astro starter, after a reload.
  const isLive = await shows(page, 'A changed post', 15_000)
  found.push(['live content', isLive])
  if (!isLive) await page.reload()
  found.push(['change', await shows(page, 'A changed post')])
  for (const path of ['/posts/first', '/post/first']) {
    const response = await page.goto(SITE + path)
    if (response?.status() === 404) continue
    const image = page.locator('img[src*="cdn.sanity.io"]').first()
    await image.scrollIntoViewIfNeeded()
    const isLoaded = () => image.evaluate((one) => Number(Reflect.get(one, 'naturalWidth')) > 0)
    found.push(['image', await eventually(isLoaded)])
  }
  if (draftMode === undefined) return found
  const query = new URLSearchParams({
    'sanity-preview-secret': SECRET,
    'sanity-preview-pathname': '/',
  })
  await page.goto(`${SITE}${draftMode}?${query}`)
  found.push(['draft mode', await shows(page, 'A draft')])
  return found
}

async function addContent(client: SanityClient): Promise<void> {
  const background = '#136f63'
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .png()
    .toBuffer()
  const { _id: _ref } = await client.assets.upload('image', picture, { filename: 'picture.png' })
  const image = { _type: 'image', alt: 'A picture', asset: { _type: 'reference', _ref } }
  const post = {
    ...{ _type: 'post', title: 'A first post', excerpt: 'An excerpt', date: '2026-01-01' },
    ...{ slug: { _type: 'slug', current: 'first' }, mainImage: image, coverImage: image },
  }
  const secret = {
    _type: 'sanity.previewUrlSecret',
    secret: SECRET,
    source: 'test',
    studioUrl: SITE,
  }
  await client
    .transaction()
    .create({ ...post, _id: 'post' })
    .create({ ...post, _id: 'drafts.post', title: 'A draft' })
    .create({ ...secret, _id: 'drafts.secret', userId: 'test' })
    .commit()
}

function shows(page: Page, text: string, timeout = 60_000): Promise<boolean> {
  const isShown = page.getByText(text).first().waitFor({ timeout })
  return isShown.then(
    () => true,
    () => false,
  )
}

async function eventually(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await isTrue()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** Resolves when the site responds. Rejects if its process ends before. */
async function ready(ended: AbortSignal): Promise<void> {
  const responds = () =>
    fetch(SITE).then(
      () => true,
      () => false,
    )
  while (!(await responds())) {
    ended.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function command(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}
