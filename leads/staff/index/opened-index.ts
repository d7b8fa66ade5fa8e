import type { Logger } from 'pino'
import { type IndexDatabase, OutdatedIndexError } from './index-database.ts'
import { type LeadSource, openIndex } from './open-index.ts'

/** The index of leads, opened when it is first needed, and anew after anything has failed with it. */
export class OpenedIndex {
  readonly #source: LeadSource
  readonly #log: Pick<Logger, 'warn'>
  #opening: Promise<IndexDatabase> | undefined
  #index: IndexDatabase | undefined

  constructor(source: LeadSource, log: Pick<Logger, 'warn'>) {
    this.#source = source
    this.#log = log
  }

  /** @throws when it can't be opened */
  async get(): Promise<IndexDatabase> {
    this.#opening ??= openIndex(this.#source, this.#log).then(
      (index) => {
        this.#index = index
        return index
      },
      (error: unknown) => {
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }

  /** Does something with it; again where the index was made anew meanwhile. */
  async use<Result>(work: (index: IndexDatabase) => Promise<Result>): Promise<Result> {
    for (;;) {
      const index = await this.get()
      try {
        return await work(index)
      } catch (error) {
        // The file may be damaged, and another one in its place when it is opened next.
        if (this.#index === index) await this.close()
        if (!(error instanceof OutdatedIndexError)) throw error
      }
    }
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    this.#index = undefined
    await (await opening)?.close()
  }
}
