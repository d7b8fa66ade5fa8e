/** The outcome of an attempt to send an item, such as a lead or a message. */
export type Outcome =
  | { accepted: true }
  | {
      accepted: false
      /** For staff: a status or the code of a network error. Never contains personal data. */
      error: string
      /** Seconds that the receiver asked to wait (Retry-After). */
      retryAfter?: number | undefined
      /** Whether the receiver rejects the item permanently. */
      final?: boolean
      /** Whether the receiver refuses only this item, which says nothing about its health. */
      onlyThis?: boolean
      /** Whether the item must not be sent any more; it was not attempted. */
      suppressed?: boolean
      /** Whether the receiver may have accepted the item: the connection was lost before its answer. */
      uncertain?: boolean
    }

/** Sends one item. Never throws. */
export type Send<Item> = (item: Item) => Promise<Outcome>
