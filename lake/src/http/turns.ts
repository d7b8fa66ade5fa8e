import { httpError } from '../errors.ts'

const MAX_WAITING = 1000
const SLOW_MS = 100

/**
 * Lets whoever asks take turns with synchronous work: one piece of each, however many somebody has
 * waiting. Between two pieces other work of the process has its turn; after a slow piece its asker
 * rests for as long as it took.
 */
export class Turns {
  /** What each asker waits for. An asker who rests has a line too, be it empty. */
  readonly #lines = new Map<string, (() => void)[]>()
  /** Who does not rest and has something waiting; who comes next stands first. */
  readonly #ready = new Set<string>()
  #busy = false

  /**
   * Does the work when it is this asker's turn, and gives what it returns or throws. Work that
   * `isWanted` denies by then is not done: its asker has gone, and the promise never settles.
   *
   * @throws LakeError 429 when a thousand pieces of this asker's wait already
   */
  run<Result>(asker: string, isWanted: () => boolean, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const piece = () => {
        if (!isWanted()) return
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      }
      const line = this.#lines.get(asker)
      if (!line) {
        this.#lines.set(asker, [piece])
        this.#goOn(asker)
      } else if (line.length < MAX_WAITING) line.push(piece)
      else throw httpError(429, 'Too many queries at once')
    })
  }

  #goOn(asker: string): void {
    if (this.#lines.get(asker)?.length === 0) {
      this.#lines.delete(asker)
      return
    }
    this.#ready.add(asker)
    if (!this.#busy) this.#next()
  }

  #next(): void {
    const [asker] = this.#ready
    this.#busy = asker !== undefined
    if (asker === undefined) return
    this.#ready.delete(asker)
    const started = performance.now()
    this.#lines.get(asker)?.shift()?.()
    const took = performance.now() - started
    if (took < SLOW_MS) this.#goOn(asker)
    else setTimeout(() => this.#goOn(asker), took).unref()
    setImmediate(() => this.#next())
  }
}
