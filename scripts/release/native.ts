import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Package, packagesIn } from './packages.ts'

const run = promisify(execFile)

/** The machines that a release supports. One archive contains the native code for both. */
const machines = ['linux-x64', 'linux-arm64']

/** The folders of the packages with native code, as in package-lock.json. */
export const nativeFolders = machines.flatMap((machine) =>
  [`@libsql/${machine}-gnu`, `@img/sharp-${machine}`, `@img/sharp-libvips-${machine}`].map(
    (name) => `node_modules/${name}`,
  ),
)

/**
 * Downloads the packages with native code for all supported machines from the registry into a release. Checks them
 * against package-lock.json.
 *
 * @throws Error if a package can't be downloaded, or differs from package-lock.json
 */
export async function downloadNative(root: string, target: string): Promise<void> {
  for (const found of packagesIn(root, nativeFolders)) await download(found, target)
}

async function download(
  { name, version, folder, integrity }: Package,
  target: string,
): Promise<void> {
  const unpacked = join(target, folder)
  await mkdir(unpacked, { recursive: true })
  const { stdout } = await run(
    'npm',
    [
      ...['pack', `${name}@${version}`, '--json'],
      ...['--prefer-offline', '--pack-destination', unpacked],
    ],
    { maxBuffer: 16_000_000 },
  )
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const archive = join(unpacked, filename.replace('@', '').replace('/', '-'))
  const [algorithm = '', expected] = integrity.split(/-(.*)/s)
  const found = createHash(algorithm)
    .update(await readFile(archive))
    .digest('base64')
  if (found !== expected) {
    throw new Error(`The checksum of ${name}@${version} differs from the one in package-lock.json`)
  }
  await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1', '--no-same-owner'])
  await rm(archive)
}
