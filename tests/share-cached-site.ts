import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CachedSite, type RemoteLake, startCachedSite, startLake } from './cached-site.ts'

/** The cached site that the tests of a file share. */
interface Cached {
  lake: RemoteLake
  /** A test may replace it with a restarted site. The last one is closed after the tests. */
  site: CachedSite
  /** Data folder of the site. */
  dataDir: string
  /**
   * Changes the intro of the FAQ page and returns the new text. With `also`, sets the title of that document to the
   * same text in the same transaction. With `offline`, resolves before the site has applied it.
   */
  publishFaq(also?: string, options?: { offline?: boolean }): Promise<string>
}

/** Path of the page that `publishFaq` changes. */
export const faq = '/support/faq'

/**
 * Starts a lake and a cached site before the first test of a file, and closes them after the last. With `ahead`, each
 * test starts when all pages are rendered. `takeRenderedPaths` returns only pages rendered after that.
 */
export function shareCachedSite({ ahead = false } = {}): Cached {
  let edition = 0
  // The other members are set before the first test.
  const cached = {
    async publishFaq(also?: string, { offline = false } = {}) {
      const editor = offline ? cached.lake.offlineEditor : cached.lake.editor
      const intro = `Edition ${++edition} of the questions.`
      const transaction = editor.transaction().patch('faqPage', { set: { intro } })
      if (also !== undefined) transaction.patch(also, { set: { title: intro } })
      await transaction.commit()
      return intro
    },
  } as Cached
  beforeAll(async () => {
    cached.lake = await startLake()
    cached.dataDir = await mkdtemp(join(tmpdir(), 'halvi-cached-'))
    cached.site = await startCachedSite(cached.lake, cached.dataDir, { ahead })
  })
  afterAll(async () => {
    await cached.site.close()
    await cached.lake.close()
    await rm(cached.dataDir, { recursive: true })
  })
  beforeEach(async () => {
    await cached.site.applied()
    cached.site.takeRenderedPaths()
  })
  return cached
}
