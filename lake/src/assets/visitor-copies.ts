import type { Content } from './content.ts'
import type { StoredAsset } from './originals/asset-document.ts'
import { containerOfFile } from './originals/stripping/container.ts'
import type { DiskCache } from './pictures/disk-cache.ts'
import type { Client, PictureMaker } from './pictures/picture-maker.ts'

/** Which code strips files: another one may make other bytes. */
const STRIPPER = 'stripped-1'

/** Who gets an original: a visitor, or somebody who is authenticated and asks for it as it was stored. */
export interface Recipient {
  client: Client
  getsStored: boolean
}

/** Originals as visitors may have them, without metadata; each is made once and then kept. */
export class VisitorCopies {
  readonly #cache: DiskCache
  readonly #maker: PictureMaker

  constructor(cache: DiskCache, maker: PictureMaker) {
    this.#cache = cache
    this.#maker = maker
  }

  /** An original's bytes with the headers for caches. Throws as `PictureMaker.strip` does. */
  async of({ path, size, sha1, fileName }: StoredAsset, to: Recipient): Promise<Content> {
    const original = { bytes: { path, size }, etag: `"${sha1}"` }
    if (to.getsStored) return { ...original, headers: { 'Cache-Control': 'private, no-store' } }
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
    if (!(await containerOfFile(path))) return { ...original, headers }
    const name = `${fileName}.${STRIPPER}`
    const bytes = (await this.#cache.find(name)) ?? (await this.#maker.strip(name, path, to.client))
    const isSame = (Buffer.isBuffer(bytes) ? bytes.length : bytes.size) === 0
    return isSame ? { ...original, headers } : { bytes, etag: `"${sha1}-${STRIPPER}"`, headers }
  }
}
