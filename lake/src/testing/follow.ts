import type { Observable } from 'rxjs'

/** What has come so far, in order, and waiting for the next of it. */
export class Arrivals<Event> {
  readonly #unread: (Event | Error)[] = []
  #wake = () => {}

  push(event: Event | Error): void {
    this.#unread.push(event)
    this.#wake()
  }

  /** The next that has come or will come. Throws when it is an error. */
  async next(): Promise<Event> {
    while (this.#unread.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    const event = this.#unread.shift()
    if (event instanceof Error) throw event
    return event as Event
  }

  /** How many have come that nobody has asked for. */
  get waiting(): number {
    return this.#unread.length
  }
}

/** What an observable gives; `end` unsubscribes. */
export function follow<Event>(stream: Observable<Event>) {
  const arrivals = new Arrivals<Event>()
  const take = (event: Event | Error) => arrivals.push(event)
  const subscription = stream.subscribe({ next: take, error: take })
  return Object.assign(arrivals, { end: () => subscription.unsubscribe() })
}
