import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClientConfig,
  type ClientError,
  createClient,
  type SanityClient,
} from '@sanity/client'
import { type Lake, type LakeOptions, openLake } from '../index.ts'
import { CHEAP_HASHING, NAMES, READER, TOKEN } from './names.ts'

export { NAMES, READER, TOKEN }

/** Options for a lake that anyone may read. The header `X-Address` of a request sets the network of its client. */
export const PUBLIC = {
  publicContent: true,
  reader: { token: READER },
  login: {
    password: 'a password for tests only',
    addressOf: ({ headers }) => String(headers['x-address'] ?? '127.0.0.1'),
  },
} satisfies Partial<LakeOptions>

/** A lake behind a real HTTP server, with clients for it. */
export interface LakeFixture {
  lake: Lake
  origin: string
  directory: string
  server: Server
  /** Returns the unmodified client with the token. `config` overrides its options. */
  client(config?: ClientConfig): SanityClient
  /** Returns the unmodified client without a token. `config` overrides its options. */
  visitor(config?: ClientConfig): SanityClient
  /** Sends a request to the lake's origin. */
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Starts a lake on a free port, in the given directory or a new one. `close` deletes a new directory. */
export async function startLake(options: Partial<LakeOptions> = {}): Promise<LakeFixture> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'lake-')))
  const login = options.login && { passwordCost: CHEAP_HASHING, ...options.login }
  const lake = await openLake({
    directory,
    token: TOKEN,
    ...NAMES,
    ...options,
    ...(login && { login }),
  })
  const server = createServer((request, response) =>
    lake.handle(request, response, () => response.writeHead(404).end('not the lake')),
  )
  server.on('upgrade', (request, socket, head) => {
    if (!lake.upgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const visitor = (config: ClientConfig = {}) =>
    createClient({
      ...NAMES,
      apiHost: origin,
      useProjectHostname: false,
      useCdn: false,
      apiVersion: '2025-02-19',
      maxRetries: 0,
      ...config,
    })
  return {
    lake,
    origin,
    directory,
    server,
    visitor,
    client: (config = {}) => visitor({ token: TOKEN, ignoreBrowserTokenWarning: true, ...config }),
    request: (path, init) => fetch(origin + path, init),
    close: async () => {
      await lake.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (!options.directory) await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the error of a rejected promise, reduced to the fields that tests check. Throws if the promise resolves.
 */
export async function errorOf(promise: Promise<unknown>) {
  try {
    await promise
  } catch (error) {
    const { statusCode, message, details, response } = error as ClientError
    return { statusCode, message, details, body: response?.body as unknown }
  }
  throw new Error('Expected an error')
}
