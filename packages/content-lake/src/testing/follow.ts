import type { Observable } from 'rxjs'

/** A queue of received events. `next` waits for the next event. */
export class EventQueue<Event> {
  readonly #unread: (Event | Error)[] = []
  #wake = () => {}

  push(event: Event | Error): void {
    this.#unread.push(event)
    this.#wake()
  }

  /** Resolves to the next event. Throws when it is an error. */
  async next(): Promise<Event> {
    while (this.#unread.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve))
    const event = this.#unread.shift()
    if (event instanceof Error) throw event
    return event as Event
  }

  /** The number of received events that have not been read. */
  get waiting(): number {
    return this.#unread.length
  }
}

/** Collects the events of an observable. `end` unsubscribes. */
export function follow<Event>(stream: Observable<Event>) {
  const arrivals = new EventQueue<Event>()
  const take = (event: Event | Error) => arrivals.push(event)
  const subscription = stream.subscribe({ next: take, error: take })
  return Object.assign(arrivals, { end: () => subscription.unsubscribe() })
}
