import type { ServerResponse } from 'node:http'
import { ASSET_ORIGIN } from '../documents/asset-url.ts'

const origins = new WeakMap<ServerResponse, string>()

/** Names the origin that assets have for the client that gets a response. */
export function setAssetOrigin(response: ServerResponse, origin: string): void {
  origins.set(response, origin)
}

/** JSON for the client that gets a response, with the addresses of assets as it can use them. */
export function jsonFor(response: ServerResponse, json: string): string {
  return withOrigin(json, origins.get(response))
}

/** The same for bytes. */
export function bytesFor(response: ServerResponse, bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return buffer.includes(ASSET_ORIGIN) ? Buffer.from(jsonFor(response, buffer.toString())) : bytes
}

/** JSON with an origin in the place of the one that stands in documents. */
export function withOrigin(json: string, origin = ''): string {
  return json.includes(ASSET_ORIGIN) ? json.replaceAll(ASSET_ORIGIN, () => origin) : json
}
