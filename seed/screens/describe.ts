import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspectImage } from '../../lake/src/assets/originals/inspect.ts'

const seed = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes seed/assets.json, as Sanity's exports have it: what is found out about each picture of the seed.
 * A site that fills its lake for the first time need not decode them.
 */
export async function describeImages(): Promise<void> {
  const notes: Record<string, unknown> = {}
  const names = readdirSync(join(seed, 'images'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((name) => name.endsWith('.webp')).sort()) {
    const path = join(seed, 'images', name)
    const sha1 = createHash('sha1').update(readFileSync(path)).digest('hex')
    const { metadata } = await inspectImage({ path })
    notes[`image-${sha1}`] = { originalFilename: name.replace(/.*\//, ''), metadata }
  }
  writeFileSync(join(seed, 'assets.json'), `${JSON.stringify(notes, null, 2)}\n`)
}
