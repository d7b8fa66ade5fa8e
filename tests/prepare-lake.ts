import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { imageUrls } from '../server/images/image-urls.ts'
import { canonicalPaths } from './journeys/paths.ts'
import { preparedLakeFolder, preparedLakesFolder } from './prepared-lake.ts'
import { startSite } from './running-site.ts'

/** Parts of a data folder that are copied. Secrets, users, and sessions are not. */
const parts = ['lake/lake.db', 'lake/assets', 'share-images']

/** Images to prepare: AVIF, up to this width. Wider ones would take a minute of CPU time. */
const accept = 'image/avif,image/webp'
const widest = 480

const isAskedFor = (picture: string) =>
  Number(new URL(picture, 'http://localhost').searchParams.get('w')) <= widest

/**
 * Prepares a lake with the seed content and the images that browsers request, unless it exists. Most tests start
 * with a copy of it. Only common images are included, because all images would take a minute of CPU time.
 *
 * @throws Error if a page or an image does not load
 */
export async function prepareLake(): Promise<void> {
  if (existsSync(preparedLakeFolder())) return
  console.error('Preparing a content lake for the tests …')
  const site = await startSite({}, { data: 'new' })
  try {
    const get = async (path: string, accept = '*/*') => {
      const load = () => fetch(site.url + path, { headers: { Accept: accept } })
      let response = await load()
      // On a busy machine, an image may take longer than its limit.
      for (let tries = 1; response.status === 503 && tries < 10; tries++) response = await load()
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    }
    const pages: Buffer[] = []
    for (const path of canonicalPaths) pages.push(await get(path))
    const pictures = [...new Set(pages.flatMap((page) => [...imageUrls(page).all]))]
      .filter(isAskedFor)
      .map((picture) => () => get(picture, accept))
    const shared = canonicalPaths.map((path) => () => get(`/share${path === '/' ? '' : path}.png`))
    const remaining = [...pictures, ...shared].values()
    // Three requests at a time, to use both cores of a small machine.
    const work = async () => {
      for (const make of remaining) await make()
    }
    await Promise.all([work(), work(), work()])
    const code = await site.stop()
    if (code !== 0) throw new Error(`The site that prepares the lake exited with ${code}`)
    const former = await readdir(preparedLakesFolder).catch(() => [])
    await mkdir(preparedLakesFolder, { recursive: true })
    const temporary = await mkdtemp(join(preparedLakesFolder, 'new-'))
    for (const part of parts) {
      await cp(join(site.dataDir, part), join(temporary, part), { recursive: true })
    }
    // Atomic, also if two processes prepare a lake at the same time.
    await rename(temporary, preparedLakeFolder()).catch(() => rm(temporary, { recursive: true }))
    for (const name of former)
      await rm(join(preparedLakesFolder, name), { recursive: true, force: true })
  } finally {
    await site.remove()
  }
}
