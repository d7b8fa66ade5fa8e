import { Header } from 'tar'
import type { WriteStore } from './store.ts'

const block = 512

/** Writes files into a tar, one after another; `append` gets its bytes in order. */
export class TarWriter implements WriteStore {
  readonly name: string
  readonly #append: (bytes: Buffer) => Promise<void>
  #last: Promise<void> = Promise.resolve()

  constructor(name: string, append: (bytes: Buffer) => Promise<void>) {
    this.name = name
    this.#append = append
  }

  /** Resolves when it has been handed over; files asked for at once are written in turn. */
  write(name: string, data: Buffer): Promise<void> {
    const write = async () => {
      const header = new Header({ path: name, size: data.length, mode: 0o600, type: 'File' })
      header.mtime = new Date()
      header.encode()
      const padding = Buffer.alloc((block - (data.length % block)) % block)
      await this.#append(Buffer.concat([header.block ?? Buffer.alloc(block), data, padding]))
    }
    this.#last = this.#last.then(write)
    return this.#last
  }

  /** Writes what says that the tar ends here. */
  async end(): Promise<void> {
    await this.#last
    await this.#append(Buffer.alloc(2 * block))
  }
}
