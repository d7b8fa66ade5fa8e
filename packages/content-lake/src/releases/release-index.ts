import type { SanityDocument } from '../documents/document.ts'
import { dueTime, isRelease, releaseOf } from './release.ts'

/** The releases of a dataset and their versions, kept current by each transaction. */
export class ReleaseIndex {
  /** Ids of versions, by the name of their release. */
  readonly #versions = new Map<string, Set<string>>()
  readonly #all = new Set<string>()
  /** Names of releases that are neither published nor archived. */
  readonly #open = new Set<string>()
  /** Times of scheduled releases by name, in milliseconds since 1970. */
  readonly #scheduled = new Map<string, number>()

  replace(id: string, before: SanityDocument | undefined, after: SanityDocument | undefined): void {
    const release = releaseOf(id)
    if (release !== undefined) this.#replaceVersion(release, id, after !== undefined)
    if (isRelease(before)) {
      for (const known of [this.#all, this.#open, this.#scheduled]) known.delete(before.name)
    }
    if (!isRelease(after)) return
    const { name, state } = after
    this.#all.add(name)
    if (state === 'active' || state === 'scheduled') this.#open.add(name)
    const due = dueTime(after)
    if (due !== undefined) this.#scheduled.set(name, due)
  }

  /** The number of releases, and of those that are neither published nor archived. */
  get counts(): { all: number; open: number } {
    return { all: this.#all.size, open: this.#open.size }
  }

  versionsOf(name: string): ReadonlySet<string> {
    return this.#versions.get(name) ?? new Set()
  }

  /** The names of the scheduled releases. */
  get scheduled(): Iterable<string> {
    return this.#scheduled.keys()
  }

  /** Returns the scheduled release with the earliest time. Releases with the same time are in the order of names. */
  next(): { name: string; time: number } | undefined {
    let next: { name: string; time: number } | undefined
    for (const [name, time] of this.#scheduled) {
      if (!next || time < next.time || (time === next.time && name < next.name)) {
        next = { name, time }
      }
    }
    return next
  }

  #replaceVersion(release: string, id: string, exists: boolean): void {
    const versions = this.#versions.get(release)
    if (exists) {
      if (versions) versions.add(id)
      else this.#versions.set(release, new Set([id]))
    } else if (versions?.delete(id) && versions.size === 0) this.#versions.delete(release)
  }
}
