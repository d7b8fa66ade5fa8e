import { createHash } from 'node:crypto'
import { access, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { replacePrivateFile } from 'halvi-kit/files/private-files'
import { RequestCoalescing } from 'halvi-kit/request-coalescing'
import { type PageHead, readHead } from './shared-page.ts'

/**
 * Draws share images, one at a time, and stores them on disk. They are drawn in this process: their input is the
 * site's own SVG and text, and one thread of sharp draws each in the background.
 */
export class ShareImages {
  readonly #folder: string
  readonly #drawing = new RequestCoalescing<string, never>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    // DATA_DIR is usually relative, but `sendFile` requires an absolute path.
    this.#folder = resolve(folder)
  }

  /**
   * Resolves to the path of a page's share image. Draws the image if it does not exist.
   *
   * @throws when the image can't be drawn or stored
   */
  async fileOf(page: PageHead): Promise<string> {
    const { title, text, brand, version, isRightToLeft } = page
    const parts = [version, brand, title, text, isRightToLeft]
    const content = createHash('sha256').update(JSON.stringify(parts))
    const file = join(this.#folder, `${content.digest('hex').slice(0, 32)}.png`)
    const exists = await access(file).then(
      () => true,
      () => false,
    )
    return exists ? file : this.#drawing.join(file, () => this.#draw(page, file))
  }

  /**
   * Draws the share images of all pages in advance, until `signal` is aborted. Then deletes the images of earlier
   * versions.
   *
   * @throws when an image can't be drawn
   */
  async keepReady(
    pages: readonly Buffer[],
    pause: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const current = new Set<string>()
    for (const head of pages.flatMap((page) => readHead(page) ?? [])) {
      await pause()
      if (signal.aborted) return
      current.add(basename(await this.fileOf(head)))
    }
    const names = current.size > 0 ? await readdir(this.#folder) : []
    for (const name of names) {
      if (name.endsWith('.png') && !current.has(name))
        await rm(join(this.#folder, name), { force: true })
    }
  }

  #draw(page: PageHead, file: string): Promise<string> {
    const drawn = this.#last.then(async () => {
      // Loaded on demand, because sharp takes 30 MB.
      const { drawShareImage } = await import('./draw.ts')
      const png = await drawShareImage(page, page.isRightToLeft)
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await replacePrivateFile(file, png)
      return file
    })
    this.#last = drawn.catch(() => {})
    return drawn
  }
}
