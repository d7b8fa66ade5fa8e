import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Package, packagesIn } from './packages.ts'

const run = promisify(execFile)

/** The machines that a release is for: one archive serves both. */
const machines = ['linux-x64', 'linux-arm64']

/** What is compiled for a machine, as package-lock.json has it. */
export const nativeFolders = machines.flatMap((machine) =>
  [`@libsql/${machine}-gnu`, `@img/sharp-${machine}`, `@img/sharp-libvips-${machine}`].map(
    (name) => `node_modules/${name}`,
  ),
)

/**
 * Puts what is compiled into a release, for all machines that it is for, whichever this one is: from
 * the registry, at the version and with the contents that package-lock.json has.
 *
 * @throws Error when a package can't be had, or is another one than that of the lock file
 */
export async function bringNative(root: string, target: string): Promise<void> {
  for (const found of packagesIn(root, nativeFolders)) await bring(found, target)
}

async function bring({ name, version, folder, integrity }: Package, target: string): Promise<void> {
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
  if (found !== expected) throw new Error(`${name}@${version} is not what package-lock.json says`)
  await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1', '--no-same-owner'])
  await rm(archive)
}
