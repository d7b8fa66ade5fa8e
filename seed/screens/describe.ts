import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectImage } from '../../lake/src/assets/originals/inspect.ts'

const seed = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes the metadata of each image in the seed to seed/assets.json, in the format of Sanity's exports. With it, a
 * new site can import the images without decoding them.
 */
export async function describeImages(): Promise<void> {
  const assets: Record<string, unknown> = {}
  const names = readdirSync(join(seed, 'images'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((name) => name.endsWith('.webp')).sort()) {
    const path = join(seed, 'images', name)
    const sha1 = createHash('sha1').update(readFileSync(path)).digest('hex')
    const { metadata } = await inspectImage({ path })
    assets[`image-${sha1}`] = { originalFilename: name.replace(/.*\//, ''), metadata }
  }
  writeFileSync(join(seed, 'assets.json'), `${JSON.stringify(assets, null, 2)}\n`)
}
