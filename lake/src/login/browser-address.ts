import type { IncomingMessage } from 'node:http'

/** How browsers reach this server; without a proxy, the request says so itself. */
export interface BrowserAddress {
  /** The host in the browser's address bar; by default the Host header. */
  hostOf?: ((request: IncomingMessage) => string | undefined) | undefined
  /** Whether the page is at an https address; by default whether this very connection is encrypted. */
  isHttps?: ((request: IncomingMessage) => boolean) | undefined
}

/** Whether the connection of a request is encrypted. */
export function isEncrypted({ socket }: IncomingMessage): boolean {
  return 'encrypted' in socket && socket.encrypted === true
}
