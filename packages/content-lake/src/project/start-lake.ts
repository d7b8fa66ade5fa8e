import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig, SanityClient } from '@sanity/client'
import type { Log } from 'halvi-kit/log'
import { forAnyProject } from '../intercept/any-project.ts'
import { openAuthority } from '../tls/authority-file.ts'
import { createServerCertificate } from '../tls/certificates.ts'
import { createSharedServer } from '../tls/shared-port.ts'
import { importDataset } from '../transfer/import.ts'
import { newToken } from '../users/secret-token.ts'
import { checkOrigin } from './origins.ts'
import { Project } from './project.ts'
import { createProjectHandler } from './project-handler.ts'
import type { AclMode } from './project-store.ts'
import type { TokenRole } from './token-roles.ts'

export interface StartOptions {
  /** 3333 by default; 0 for any free port. */
  port?: number
  /** The address to listen on. By default only this machine can connect. */
  host?: string
  /** The folder for all data. Without it, the data is deleted when the lake is closed. */
  directory?: string
  /** `local` by default. */
  projectId?: string
  /** Datasets to create if they are missing, public or private. By default `production`, public. */
  datasets?: Record<string, AclMode>
  /** Values of tokens, by role. Random by default. */
  tokens?: Partial<Record<TokenRole, string>>
  /** Origins of pages that may send credentials, besides those of this machine. */
  cors?: string[]
  /** An export for each new dataset, or for all if it is one path. */
  seed?: string | Record<string, string>
  /**
   * Serves any project's id, and returns the URLs of assets at `cdn.sanity.io`: for processes and pages whose
   * connections to Sanity lead to the lake.
   */
  replacesSanity?: boolean
  /**
   * Lets webhooks lead to this machine or a private network. By default only if no other machine can reach the lake.
   */
  allowsLocalWebhooks?: boolean
  log?: Log
}

const LOOPBACK = /^(?:localhost|127\..*|::1)$/

/** A running lake. */
export type LocalLake = Awaited<ReturnType<typeof startLake>>

/** Starts a lake on a port. Throws `StartError`, `LakeInUseError`, `UnusableFileError`, `TransferError`. */
export async function startLake(options: StartOptions = {}) {
  const { port = 3333, host = '127.0.0.1', projectId = 'local', seed = {}, log } = options
  const { datasets = { production: 'public' } } = options
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'content-lake-')))
  const { replacesSanity = false, allowsLocalWebhooks = LOOPBACK.test(host) } = options
  const project = new Project({ directory, projectId, allowsLocalWebhooks, log })
  const seedOf = (name: string) => (typeof seed === 'string' ? seed : seed[name])
  const plant = async (name: string) => {
    const file = seedOf(name)
    if (file !== undefined) await importDataset(project.content(name), file)
  }
  for (const [name, acl] of Object.entries(datasets)) {
    if (project.find(name)) continue
    project.create(name, acl, 'system')
    await plant(name)
  }
  for (const origin of options.cors ?? []) {
    const checked = checkOrigin(origin)
    if (!project.store.origins().some((known) => known.origin === checked))
      project.store.addOrigin(checked, true)
  }
  const token = (role: TokenRole) =>
    project.addToken(`Local ${role}`, role, options.tokens?.[role] ?? `sk${newToken()}`).value
  const tokens = {
    administrator: token('administrator'),
    editor: token('editor'),
    viewer: token('viewer'),
  }
  const publicUrl = replacesSanity ? () => 'https://cdn.sanity.io' : undefined
  const handler = createProjectHandler(project, { publicUrl, log })
  const certificate = () => createServerCertificate(openAuthority(directory))
  const server = createSharedServer(certificate, (request, response) => {
    if (replacesSanity) forAnyProject(request, projectId)
    handler.handle(request, response, () => response.writeHead(404).end())
  })
  server.on('upgrade', (request, socket, head) => {
    if (!handler.upgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const { createClient } = await import('@sanity/client')
  let closing: Promise<void> | undefined
  return {
    url,
    project,
    server,
    tokens,
    /** Returns a client with the administrator's token. `config` overrides its options. */
    client: (config: ClientConfig = {}): SanityClient =>
      createClient({
        ...{ projectId, dataset: Object.keys(datasets)[0] ?? 'production' },
        ...{ apiHost: url, useProjectHostname: false, useCdn: false, apiVersion: '2025-02-19' },
        ...{ token: tokens.administrator, ...config },
      }),
    /** Empties all datasets and imports the seed again. Streams of clients end. */
    async reset(): Promise<void> {
      for (const { name } of [...project.all()]) {
        await project.empty(name)
        await plant(name)
      }
    },
    /** Ends all streams, then closes the server and the data. Idempotent. */
    close: (): Promise<void> => {
      closing ??= (async () => {
        handler.close()
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
        await project.close()
        if (options.directory === undefined) await rm(directory, { recursive: true, force: true })
      })()
      return closing
    },
  }
}
