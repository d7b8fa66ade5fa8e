import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { imageUrls } from '../server/page-cache/rendering/image-urls.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { preparedLake, preparedLakes } from './prepared-lake.ts'
import { startSite } from './running-site.ts'

/** What a copy takes along of a data folder: no secrets, users or sessions. */
const parts = ['lake/lake.db', 'lake/assets', 'share-images']

/** What the tests' browser asks for, but for five: AVIF, as wide as a phone of one dot a pixel needs it. */
const accept = 'image/avif'
const widest = 320

const isAskedFor = (picture: string) =>
  Number(new URL(picture, 'http://localhost').searchParams.get('w')) <= widest

/**
 * Has a site fill a lake and make the pictures that browsers ask for, unless that has been done: most tests
 * begin on a copy, as a second start does. All pictures of all pages would take a minute of a processor.
 *
 * @throws Error when a page or a picture can't be had
 */
export async function prepareLake(): Promise<void> {
  if (existsSync(preparedLake())) return
  console.error('Filling a content lake for the tests …')
  const site = await startSite({}, { data: 'new' })
  try {
    const get = async (path: string, accept = '*/*') => {
      const response = await fetch(site.url + path, { headers: { Accept: accept } })
      if (!response.ok) throw new Error(`${path} is answered by ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    }
    const pages: Buffer[] = []
    for (const path of [...canonicalPaths, '/gallery.html']) pages.push(await get(path))
    const pictures = [...imageUrls(pages)]
      .filter(isAskedFor)
      .map((picture) => () => get(picture, accept))
    const shared = canonicalPaths.map((path) => () => get(`/share${path === '/' ? '' : path}.png`))
    const left = [...pictures, ...shared].values()
    // Tests wait for it: both cores of a small machine have something to do.
    const makeThem = async () => {
      for (const make of left) await make()
    }
    await Promise.all([makeThem(), makeThem(), makeThem()])
    const code = await site.stop()
    if (code !== 0) throw new Error(`The site that fills a lake ended with ${code}`)
    const former = await readdir(preparedLakes).catch(() => [])
    await mkdir(preparedLakes, { recursive: true })
    const beside = await mkdtemp(join(preparedLakes, 'new-'))
    for (const part of parts) {
      await cp(join(site.dataDir, part), join(beside, part), { recursive: true })
    }
    // Whole or absent, though two make it at the same time.
    await rename(beside, preparedLake()).catch(() => rm(beside, { recursive: true }))
    for (const name of former) await rm(join(preparedLakes, name), { recursive: true, force: true })
  } finally {
    await site.remove()
  }
}
