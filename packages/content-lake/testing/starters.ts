/**
 * Runs Sanity's public starters with `local-content-lake run`, without a change to their sources, and checks them in a
 * browser: pages, images, changes, and drafts. Exits with 1 if something fails. Needs Node 22.12, npm, git, and Chromium
 * (CHROMIUM_PATH is its path). Takes some minutes.
 *
 *   npx tsx packages/content-lake/testing/starters.ts FOLDER [nextjs] [astro] [sveltekit]
 *
 * FOLDER contains the starters in folders of these names. Missing ones are cloned from
 * https://github.com/sanity-io/sanity-template-<name>-clean and installed with npm.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium, type FrameLocator, type Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { definePreviewUrl } from '@sanity/preview-url-secret/define-preview-url'
import sharp from 'sharp'
import { runWith } from '../src/commands/run.ts'
import { startLake } from '../src/start-lake.ts'

const PORT = '4391'
const SITE = `http://localhost:${PORT}`
const STUDIO = 'http://localhost:3333'

interface Starter {
  /** The folder of the site in the starter. */
  folder: string
  command: string[]
  /** The path of a post. */
  post: string
  /** Whether pages follow changes without a reload. */
  isLive?: true
  /** The path that starts draft mode, a text that the page shows during it, and how a visitor ends it. */
  draftMode?: { enable: string; text: string; disable(page: Page): Promise<unknown> }
  /** The variable that shows drafts, in a starter without draft mode. */
  draftVariable?: string
  /** The address of the site if `npm run dev` starts it with its Studio, whose Presentation tool shows drafts. */
  withStudio?: string
}

const starters: Record<string, Starter> = {
  nextjs: {
    ...{ folder: 'frontend', post: '/posts/first', isLive: true },
    command: ['next', 'dev', '-p', PORT],
    draftMode: {
      ...{ enable: '/api/draft-mode/enable', text: 'A draft' },
      disable: (page) => page.getByRole('button', { name: 'Disable' }).click(),
    },
  },
  astro: {
    ...{ folder: 'frontend', post: '/post/first' },
    command: ['astro', 'dev', '--port', PORT],
    draftVariable: 'PUBLIC_SANITY_VISUAL_EDITING_ENABLED',
  },
  sveltekit: {
    ...{ folder: 'sveltekit-app', post: '/post/first' },
    command: ['vite', 'dev', '--port', PORT],
    draftMode: {
      // Its pages contain drafts only in the Presentation tool.
      ...{ enable: '/preview/enable', text: 'Preview Enabled' },
      disable: (page) => page.goto(`${SITE}/preview/disable`),
    },
    withStudio: 'http://localhost:5173',
  },
}

const [path = 'starters', ...names] = process.argv.slice(2)
const folder = resolve(path)
mkdirSync(folder, { recursive: true })
for (const name of names.length > 0 ? names : Object.keys(starters)) {
  const starter = starters[name]
  if (!starter) throw new Error(`There is no starter "${name}"`)
  process.chdir(prepare(name, starter))
  const lake = await startLake({ port: 0, replacesSanity: true })
  try {
    for await (const [what, works] of findings(lake, starter)) {
      console.log(`${name}: ${what}: ${works ? 'works' : 'FAILS'}`)
      if (!works) process.exitCode = 1
    }
  } finally {
    await lake.close()
  }
}

/** Fetches a starter and installs its packages, if necessary. Returns the folder of its site. */
function prepare(name: string, starter: Starter): string {
  const root = join(folder, name)
  const repository = `https://github.com/sanity-io/sanity-template-${name}-clean`
  if (!existsSync(root)) command('git', ['clone', '--depth=1', repository, root], folder)
  if (!existsSync(join(root, 'node_modules')))
    command('npm', ['install', '--no-audit', '--no-package-lock'], root)
  const site = join(root, starter.folder)
  if (!existsSync(join(site, '.env'))) copyFileSync(join(site, '.env.example'), join(site, '.env'))
  return site
}

type Lake = Awaited<ReturnType<typeof startLake>>

/** Opens a starter's site. Yields what was checked, and whether it works. */
async function* findings(lake: Lake, starter: Starter): AsyncGenerator<[string, boolean]> {
  const client = lake.client()
  await addContent(client)
  const change = (id: string, title: string) => client.patch(id).set({ title }).commit()
  {
    await using site = await openSite(lake, starter.command)
    const { page } = site
    const openPage = async (url: string) => {
      // Leaves the previous page first, so that its stream is not taken for this page's.
      await page.goto('about:blank')
      const follows = starter.isLive && page.waitForResponse(/\/data\/live\/events\//)
      await page.goto(url)
      await follows
    }
    await openPage(SITE)
    yield ['page', await shows(page, 'A first post')]
    await change('post', 'A changed post')
    if (!starter.isLive) await page.reload()
    yield [starter.isLive ? 'live content' : 'change', await shows(page, 'A changed post')]
    await page.goto(SITE + starter.post)
    yield ['page of a post', await shows(page, 'A changed post')]
    const image = page.locator('img[src*="cdn.sanity.io"]').first()
    await image.scrollIntoViewIfNeeded()
    yield ['image', await isDone(page.waitForFunction(isLoaded, await image.elementHandle()))]
    if (starter.draftMode) {
      const { enable, text, disable } = starter.draftMode
      await page.goto(`${SITE}${enable}?sanity-preview-secret=wrong`)
      await page.goto(SITE)
      yield ['wrong secret', await hides(page, text)]
      await openPage(await previewUrl(client, enable))
      yield ['draft mode', await shows(page, text)]
      if (starter.isLive) {
        await change('drafts.post', 'A draft that changed')
        yield ['live drafts', await shows(page, 'A draft that changed')]
      }
      await disable(page)
      yield ['end of draft mode', await hides(page, text)]
      yield ['page after draft mode', await shows(page, 'A changed post')]
    }
  }
  if (starter.draftVariable) {
    process.env[starter.draftVariable] = 'true'
    await using site = await openSite(lake, starter.command)
    delete process.env[starter.draftVariable]
    await site.page.goto(SITE)
    yield ['drafts', await shows(site.page, 'A draft')]
  }
  if (starter.withStudio) {
    // Unlike npm, concurrently passes a signal to all of its processes.
    const args = ['concurrently', 'npm --prefix .. run dev']
    await using site = await openSite(lake, args, [starter.withStudio, STUDIO])
    await site.page.goto(`${STUDIO}/presentation`)
    await site.page.getByText('Sign in to the local lake').click()
    await site.page.getByRole('link', { name: 'Local' }).click()
    const frame = site.page.frameLocator('iframe')
    yield ['drafts in the Studio', await shows(frame, 'A draft')]
    await change('drafts.post', 'A draft that changed')
    yield ['live drafts in the Studio', await shows(frame, 'A draft that changed')]
  }
}

/** Starts a starter's command, and a browser when all addresses respond. */
async function openSite(lake: Lake, args: string[], addresses = [SITE]) {
  const ended = new AbortController()
  const running = runWith(lake, 'production', args).finally(() => ended.abort())
  const executablePath = process.env.CHROMIUM_PATH ?? chromium.executablePath()
  for (const address of addresses) {
    const responds = () => fetch(address).catch(() => undefined)
    while (!(await responds())) {
      ended.signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage()
  page.setDefaultTimeout(180_000)
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
      // Passed on to the command.
      if (!ended.signal.aborted) process.kill(process.pid, 'SIGTERM')
      await running
    },
  }
}

/** Returns the address that starts draft mode, as the Studio's Presentation tool makes it. */
async function previewUrl(client: SanityClient, enable: string): Promise<string> {
  const { secret } = await createPreviewSecret(client, 'sanity/presentation', STUDIO, 'local')
  const resolveUrl = definePreviewUrl({ origin: SITE, previewMode: { enable } })
  return resolveUrl({
    ...{ client, previewUrlSecret: secret, studioPreviewPerspective: 'drafts' },
    ...{ previewSearchParam: null, studioBasePath: '/' },
  })
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
    ...{ slug: { _type: 'slug', current: 'first' }, mainImage: image, coverImage: image, body: [] },
  }
  await client
    .transaction()
    .create({ ...post, _id: 'post' })
    .create({ ...post, _id: 'drafts.post', title: 'A draft' })
    .commit()
}

function isDone(waiting: Promise<unknown>): Promise<boolean> {
  return waiting.then(
    () => true,
    () => false,
  )
}

function shows(page: Page | FrameLocator, text: string): Promise<boolean> {
  return isDone(page.getByText(text).first().waitFor())
}

function hides(page: Page, text: string): Promise<boolean> {
  return isDone(page.getByText(text).first().waitFor({ state: 'hidden' }))
}

function isLoaded(image: unknown): boolean {
  return Number(Reflect.get(Object(image), 'naturalWidth')) > 0
}

function command(program: string, args: string[], cwd: string): void {
  const { status } = spawnSync(program, args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}
