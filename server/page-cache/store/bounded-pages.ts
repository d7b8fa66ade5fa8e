import type { Page } from './page.ts'

interface Slot {
  page: Page
  bytes: number
  /** Asked for since the last time that room was made. */
  used: boolean
}

/** What headers, tags and tables take beside the bodies. */
const overheadBytes = 4_096

/**
 * Pages by key, within so many bytes. The one that nobody has asked for goes first ("second
 * chance"): asking costs a flag, no list is kept in order.
 */
export class BoundedPages {
  readonly #slots = new Map<string, Slot>()
  readonly #mostBytes: number
  readonly #onPushedOut: (key: string) => void
  bytes = 0

  constructor(mostBytes: number, onPushedOut: (key: string) => void = () => {}) {
    this.#mostBytes = mostBytes
    this.#onPushedOut = onPushedOut
  }

  get size(): number {
    return this.#slots.size
  }

  get(key: string): Page | undefined {
    const slot = this.#slots.get(key)
    if (slot) slot.used = true
    return slot?.page
  }

  set(key: string, page: Page): void {
    this.delete(key)
    // Both compressed forms together are smaller than the page itself.
    const bytes = 2 * page.source.body.length + overheadBytes
    if (bytes > this.#mostBytes) return
    this.#slots.set(key, { page, bytes, used: false })
    this.bytes += bytes
    this.#makeRoom(key)
  }

  delete(key: string): void {
    this.bytes -= this.#slots.get(key)?.bytes ?? 0
    this.#slots.delete(key)
  }

  *entries(): Iterable<[string, Page]> {
    for (const [key, { page }] of this.#slots) yield [key, page]
  }

  #makeRoom(newest: string): void {
    while (this.bytes > this.#mostBytes) {
      for (const [key, slot] of this.#slots) {
        if (this.bytes <= this.#mostBytes) return
        if (key === newest) continue
        if (!slot.used) {
          this.delete(key)
          this.#onPushedOut(key)
        }
        slot.used = false
      }
    }
  }
}
