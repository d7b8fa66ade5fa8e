import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureAddresses } from '../server/page-cache/picture-addresses.ts'
import { root } from '../server/root.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { preparedLake } from './prepared-lake.ts'
import { startSite } from './running-site.ts'

/** What a copy takes along: no secrets, users or sessions. */
const parts = ['lake.db', 'assets']

/**
 * Has a site fill a lake and make the pictures of all pages, unless that has been done: most tests
 * begin on a copy, as a second start does. Each first start costs about ten seconds of a processor.
 *
 * @throws Error when a page or a picture can't be had
 */
export async function prepareLake(): Promise<void> {
  if (existsSync(preparedLake())) return
  console.error('Filling a content lake for the tests …')
  const site = await startSite({}, { data: 'new' })
  try {
    const get = async (path: string) => {
      const response = await fetch(site.url + path, { headers: { Accept: 'image/webp,*/*' } })
      if (!response.ok) throw new Error(`${path} is answered by ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    }
    const pages: Buffer[] = []
    for (const path of canonicalPaths) pages.push(await get(path))
    for (const picture of pictureAddresses(pages)) await get(picture)
    const code = await site.stop()
    if (code !== 0) throw new Error(`The site that fills a lake ended with ${code}`)
    const beside = await mkdtemp(join(root, 'build', 'lake-'))
    for (const part of parts) {
      await cp(join(site.dataDir, 'lake', part), join(beside, part), { recursive: true })
    }
    // Whole or absent, though two make it at the same time.
    await rename(beside, preparedLake()).catch(() => rm(beside, { recursive: true }))
  } finally {
    await site.remove()
  }
}
