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
import { CHEAP, NAMES, READER, TOKEN } from './names.ts'

export { NAMES, READER, TOKEN }

/** A lake that anybody may read, where a request says in `X-Address` which network it comes from. */
export const PUBLIC = {
  publicContent: true,
  reader: { token: READER },
  login: {
    password: 'a password for tests only',
    addressOf: ({ headers }) => String(headers['x-address'] ?? '127.0.0.1'),
  },
} satisfies Partial<LakeOptions>

/** A lake behind a real HTTP server, and clients for it. */
export interface LakeFixture {
  lake: Lake
  origin: string
  directory: string
  server: Server
  /** The unmodified client with the token; `config` overrides. */
  client(config?: ClientConfig): SanityClient
  /** The same without a token. */
  visitor(config?: ClientConfig): SanityClient
  /** A bare request to the lake's origin. */
  request(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Starts a lake on a free port, in a new directory unless one is given (which `close` then leaves there). */
export async function startLake(options: Partial<LakeOptions> = {}): Promise<LakeFixture> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'lake-')))
  const login = options.login && { passwordCost: CHEAP, ...options.login }
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

/** What a promise is rejected with, reduced to what a test asserts on. Fails when it is not. */
export async function refusal(promise: Promise<unknown>) {
  try {
    await promise
  } catch (error) {
    const { statusCode, message, details, response } = error as ClientError
    return { statusCode, message, details, body: response?.body as unknown }
  }
  throw new Error('Expected a refusal')
}
