import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type CachedSite, type RemoteLake, startCachedSite, startLake } from './cached-site.ts'

/** What the tests of a file share. */
interface Cached {
  lake: RemoteLake
  /** May be replaced by one that was started anew; whichever it is in the end is closed. */
  site: CachedSite
  /** The folder of its data. */
  dataDir: string
  /**
   * Changes the words of the FAQ page, at once with the title of another document where that is told;
   * returns what they are now.
   */
  publishFaq(also?: string): Promise<string>
  /** Waits until a page has these words. */
  shows(path: string, text: string): Promise<void>
}

/** The address of the page that `publishFaq` changes. */
export const faq = '/support/faq'

/** On a busy machine too. */
export const soon = { timeout: 20_000, interval: 10 }

/**
 * For the tests of a file: a cached site and the lake that it reads from, from before the first test
 * until after the last. Each begins when all pages are made, and hears of those alone that are made since.
 */
export function shareCachedSite(): Cached {
  let edition = 0
  // The rest of it is there before the first test.
  const cached = {
    async publishFaq(also?: string) {
      const intro = `Edition ${++edition} of the questions.`
      const transaction = cached.lake.editor.transaction().patch('faqPage', { set: { intro } })
      if (also !== undefined) transaction.patch(also, { set: { title: intro } })
      await transaction.commit()
      return intro
    },
    shows: (path, text) =>
      expect
        .poll(async () => (await cached.site.request(path)).text.includes(text), soon)
        .toBe(true),
  } as Cached
  beforeAll(async () => {
    cached.lake = await startLake()
    cached.dataDir = await mkdtemp(join(tmpdir(), 'halvi-cached-'))
    cached.site = await startCachedSite(cached.lake, cached.dataDir)
  })
  afterAll(async () => {
    await cached.site.close()
    await cached.lake.close()
    await rm(cached.dataDir, { recursive: true })
  })
  beforeEach(async () => {
    await cached.site.settled()
    cached.site.made()
  })
  return cached
}
