import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssetOptions, createAssets } from '../assets/index.ts'
import { openComments } from '../dataset/comments.ts'
import { Dataset } from '../dataset/dataset.ts'
import { createEmbeddedHandler } from '../embedded-handler.ts'
import { createLogin } from '../login/login.ts'
import { Accounts } from '../users/accounts.ts'
import { UserStore } from '../users/user-store.ts'
import { NAMES, READER, TOKEN } from './names.ts'
import { PASSWORD } from './people.ts'

interface ServedOptions extends Partial<AssetOptions> {
  projectId?: string
  publicUrl?: () => string
  publicContent?: boolean
}

/** Serves a dataset with its assets, comments, and accounts on a free port, for tests of the parts of a lake. */
export async function serveParts({
  projectId = NAMES.projectId,
  publicUrl,
  publicContent,
  ...assetOptions
}: ServedOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'lake-parts-'))
  const names = { projectId, dataset: NAMES.dataset }
  const dataset = new Dataset({ directory, ...names })
  const comments = openComments({ directory, ...names })
  const folder = join(directory, 'assets')
  const assets = createAssets({ directory: folder, ...names, documents: dataset, ...assetOptions })
  const store = new UserStore(directory)
  const accounts = new Accounts({ store })
  const { allRoutes, handle, close } = createEmbeddedHandler({
    ...{ dataset, comments, assets, accounts, token: TOKEN, readerToken: READER, log: undefined },
    ...{ projectId, name: names.dataset, publicUrl, publicContent },
    login: createLogin({ password: PASSWORD }, accounts),
  })
  const server = createServer((request, response) =>
    handle(request, response, () => response.writeHead(404).end('not the lake')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ origin, directory, folder, dataset, assets, accounts, server },
    request: (path: string, init?: RequestInit) => fetch(origin + path, init),
    /** The routes, as `GET path`. */
    routes: allRoutes().flatMap(({ methods, path }) => methods.map((one) => `${one} ${path}`)),
    async [Symbol.asyncDispose]() {
      close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      assets.close()
      dataset.close()
      comments.close()
      store.close()
      rmSync(directory, { recursive: true })
    },
  }
}
