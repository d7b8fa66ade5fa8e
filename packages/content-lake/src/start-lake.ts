import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import type { Log } from 'halvi-kit/log'
import { isLoopback } from 'halvi-kit/network'
import { reasonOf } from 'halvi-kit/reason'
import { apiVersion } from './api-version.ts'
import type { DocumentInput } from './documents/document.ts'
import { forAnyProject } from './intercept/any-project.ts'
import { type LocalUser, LocalUsers } from './login/local-users.ts'
import { localTokens } from './project/local-tokens.ts'
import type { Content } from './project/open-content.ts'
import { checkOrigin } from './project/origins.ts'
import { Project } from './project/project.ts'
import type { AclMode } from './project/project-store.ts'
import { TOKEN_ROLES, type TokenRole } from './project/token-roles.ts'
import { createProjectHandler } from './project-handler.ts'
import { openAuthority } from './tls/authority-file.ts'
import { createServerCertificate } from './tls/certificates.ts'
import { createSharedServer } from './tls/shared-port.ts'
import { importDataset } from './transfer/import.ts'

/** The path of an export, or documents. */
export type Seed = string | (DocumentInput & { _id: string })[]

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
  /**
   * Users who sign in to a Studio with one click. By default one, with the name Local, or none if other machines can
   * reach the lake.
   */
  users?: readonly LocalUser[]
  /** Content of new datasets: an export, or documents. Of all datasets, or of each by its name. */
  seed?: Seed | Record<string, Seed>
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

/** A running lake. */
export type LocalLake = Awaited<ReturnType<typeof startLake>>

/** A lake could not be started. The message is one line for the person who starts it. */
class StartError extends Error {
  override name = 'StartError'
}

/**
 * Starts a lake on a port. Throws `StartError`, `LakeInUseError`, `UnusableFileError`, `TransferError`, and a `LakeError`
 * 400 for the name of a dataset or an origin.
 */
export async function startLake(options: StartOptions = {}) {
  const { port = 3333, host = '127.0.0.1', projectId = 'local', cors = [], log } = options
  const { datasets = { production: 'public' } } = options
  if (!/^[a-z0-9-]+$/.test(projectId))
    throw new StartError(`The project id "${projectId}" may contain only a-z, 0-9, and dashes`)
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'content-lake-')))
  const temporary = options.directory === undefined
  const closers: (() => unknown)[] = [
    () => temporary && rm(directory, { recursive: true, force: true }),
  ]
  /** Closes everything in the reverse order. */
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const isLocal = host === 'localhost' || isLoopback(host)
    const { replacesSanity = false, allowsLocalWebhooks = isLocal } = options
    const opening = { directory, projectId, temporary, allowsLocalWebhooks, log }
    const project = await Project.open(opening)
    closers.push(() => project.close())
    for (const origin of cors.map(checkOrigin)) {
      project.allowOrigin(origin, true)
    }
    const tokens = localTokens(options.directory)
    for (const { name, title } of TOKEN_ROLES) {
      tokens[name] = options.tokens?.[name] ?? tokens[name]
      project.addToken(`Local ${title.toLowerCase()}`, name, tokens[name], `local-${name}`)
    }
    const plant = (name: string, seed: Seed | undefined) => plantSeed(project.content(name), seed)
    const seedOf = (name: string) => {
      const { seed } = options
      return typeof seed === 'string' || Array.isArray(seed) ? seed : seed?.[name]
    }
    for (const [name, acl] of Object.entries(datasets)) {
      if (project.find(name)) continue
      project.create(name, acl, 'system')
      try {
        await plant(name, seedOf(name))
      } catch (error) {
        // Otherwise the next start would take the dataset as it is, without its seed.
        await project.delete(name)
        throw error
      }
    }
    const publicUrl = replacesSanity ? () => 'https://cdn.sanity.io' : undefined
    // The sign-in asks for no password: if other machines can reach it, there are no users by default.
    const { users: named = isLocal ? [{ id: 'local', name: 'Local' }] : [] } = options
    const { people } = project.accounts.store
    const users = new LocalUsers(named, people, tokens.administrator)
    const handler = createProjectHandler(project, {
      ...{ publicUrl, users, log, anyProject: replacesSanity },
    })
    closers.push(() => handler.close())
    const certificate = () => createServerCertificate(openAuthority(directory))
    const server = createSharedServer(certificate, (request, response) => {
      if (replacesSanity) forAnyProject(request, projectId)
      handler.handle(request, response, () => response.writeHead(404).end())
    })
    server.on('upgrade', (request, socket, head) => {
      if (!handler.upgrade(request, socket, head)) socket.destroy()
    })
    const url = `http://localhost:${await listen(server, port, host)}`
    closers.push(() => {
      const closed = new Promise((resolve) => server.close(resolve))
      // Its sockets are not among the server's connections, and would keep it open.
      handler.close()
      server.closeAllConnections()
      return closed
    })
    const firstDataset = Object.keys(datasets)[0] ?? 'production'
    let closing: Promise<void> | undefined
    return {
      ...{ url, project, server, tokens },
      /** The folder of the data, or undefined if they are deleted at the end. */
      directory: options.directory,
      /** Returns a client with the administrator's token. `config` overrides its options. */
      client: (config: ClientConfig = {}): SanityClient =>
        createClient({
          ...{ projectId, dataset: firstDataset, apiVersion },
          ...{ apiHost: url, useProjectHostname: false, useCdn: false },
          ...{ token: tokens.administrator, ...config },
        }),
      /** Imports a seed into a dataset. */
      plant,
      /** Deletes temporary data at once, when the process exits without closing the lake. */
      discard: () => {
        if (temporary) rmSync(directory, { recursive: true, force: true })
      },
      /** Empties all datasets and imports the seed again. Streams of clients end. */
      async reset(): Promise<void> {
        for (const { name } of [...project.all()]) {
          await project.empty(name)
          await plant(name, seedOf(name))
        }
      },
      /** Ends all streams, then closes the server and the data. Idempotent. */
      close: (): Promise<void> => {
        closing ??= closeAll()
        return closing
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

async function plantSeed(content: Content, seed: Seed | undefined): Promise<void> {
  if (typeof seed === 'string') await importDataset(content, seed)
  else if (seed) {
    const mutations = seed.map((document) => ({ createOrReplace: document }))
    content.dataset.transact(mutations, { author: 'import', unbounded: true })
  }
}

/** Listens and resolves to the port. Throws a `StartError`. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? ' is in use by another program' : `: ${reasonOf(error)}`
    throw new StartError(`Port ${port}${reason}. Stop that program, or choose another port`)
  }
  return (server.address() as AddressInfo).port
}
