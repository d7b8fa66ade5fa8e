import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import sharp from 'sharp'
import { type AssetOptions, createAssets } from '../assets/index.ts'
import { Dataset } from '../dataset/dataset.ts'
import { createEmbeddedHandler } from '../embedded-handler.ts'
import { Accounts } from '../users/accounts.ts'
import { UserStore } from '../users/user-store.ts'
import { TOKEN } from './names.ts'

/** Starts a dataset with assets on a free port, and a real client for it. */
export async function startAssets({
  publicUrl,
  ...options
}: Partial<AssetOptions> & { publicUrl?: () => string } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'lake-assets-'))
  const names = { projectId: 'local', dataset: 'production' }
  const documents = new Dataset({ directory, ...names })
  const folder = join(directory, 'assets')
  const assets = createAssets({ directory: folder, ...names, documents, ...options })
  const users = new UserStore(directory)
  const handler = createEmbeddedHandler({
    dataset: documents,
    assets,
    accounts: new Accounts({ store: users }),
    projectId: names.projectId,
    name: names.dataset,
    token: TOKEN,
    publicUrl,
    log: undefined,
  })
  const server = createServer((request, response) =>
    handler.handle(request, response, () => response.writeHead(404).end()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    folder,
    assets,
    documents,
    client: createClient({
      ...names,
      apiHost: origin,
      useProjectHostname: false,
      useCdn: false,
      apiVersion: '2025-02-19',
      token: TOKEN,
      maxRetries: 0,
    }),
    async [Symbol.asyncDispose]() {
      handler.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      assets.close()
      documents.close()
      users.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** Returns a PNG of four quarters: red, green, blue (bottom left), and white. */
export async function quarters(width: number, height: number): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
  const quarter = (background: string) =>
    sharp({ create: { ...half, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([
      { input: await quarter('#ff0000'), left: 0, top: 0 },
      { input: await quarter('#00ff00'), left: width - half.width, top: 0 },
      { input: await quarter('#0000ff'), left: 0, top: height - half.height },
    ])
    .removeAlpha()
    .png()
    .toBuffer()
}

/**
 * Returns the colors of an image's four corners, row by row from the top left. Each color is `rgb` with one digit per
 * channel, `f` or `0`: `f00`.
 */
export async function corners(bytes: Buffer): Promise<string[]> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    return [...data.subarray(start, start + 3)].map((part) => (part > 127 ? 'f' : '0')).join('')
  }
  const [right, bottom] = [info.width - 2, info.height - 2]
  return [at(1, 1), at(right, 1), at(1, bottom), at(right, bottom)]
}
