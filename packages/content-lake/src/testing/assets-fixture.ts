import { createClient } from '@sanity/client'
import sharp from 'sharp'
import { serveParts } from './handler-fixture.ts'
import { TOKEN } from './names.ts'

/** Serves a dataset with assets, and returns a real client for it. */
export async function startAssets(options: Parameters<typeof serveParts>[0] = {}) {
  const served = await serveParts({ projectId: 'local', ...options })
  return {
    ...served,
    documents: served.dataset,
    client: createClient({
      projectId: 'local',
      dataset: 'production',
      apiHost: served.origin,
      useProjectHostname: false,
      useCdn: false,
      apiVersion: '2025-02-19',
      token: TOKEN,
      maxRetries: 0,
    }),
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
