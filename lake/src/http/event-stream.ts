/** A stream of events to one client, whatever carries it. */
export interface EventStream {
  /** Sends an event; `json` is its data, `id` what the client names after a reconnect. */
  send(event: string, json: string, id?: string): void
  /** Calls back once, when either side has ended it. */
  onClose(callback: () => void): void
  close(): void
}

/** A client that has taken in nothing for so many bytes is cut off: it can come back and start anew. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024
