// npm run release: creates dist/halvi-<version>.tar.gz, which runs the site on any machine with Node, and its
// checksum and bill of materials. Replaces older files in dist/ only when all new ones are complete.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSite } from '../build.js'
import { buildStudio } from '../build-studio.js'
import { pack, sizeOf, writeChecksum } from './archive.ts'
import { copyContents } from './contents.ts'
import { licensesOf } from './licenses.ts'
import { forbiddenIn } from './packages.ts'

/** The maximum sizes of a release, in bytes. */
const limits = { unpacked: 120_000_000, packed: 45_000_000 }

const root = fileURLToPath(new URL('../..', import.meta.url))
process.env.NODE_ENV = 'production'
process.umask(0o022)

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const name = `halvi-${version}`
const dist = join(root, 'dist')
const work = join(dist, `.making-${process.pid}`)

try {
  await mkdir(join(work, name), { recursive: true })
  await make()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await rm(work, { recursive: true, force: true })
}

async function make(): Promise<void> {
  await buildSite()
  await buildStudio()
  const folder = join(work, name)
  const { installed, bundled } = await copyContents(root, folder)
  const unwanted = forbiddenIn(installed.map(({ name }) => name))
  if (unwanted.length > 0) {
    throw new Error(`A release must not contain these packages: ${unwanted.join(', ')}`)
  }

  const seconds = commitTime()
  const archive = join(work, `${name}.tar.gz`)
  await writeFile(join(work, `${name}.cdx.json`), billOfMaterials())
  await writeFile(join(folder, 'LICENSES.txt'), await licensesOf(root, bundled))
  await pack(folder, archive, seconds)
  await writeChecksum(archive)

  const sizes = { unpacked: await sizeOf(folder), packed: (await stat(archive)).size }
  checkSizes(sizes)
  for (const ending of ['cdx.json', 'tar.gz.sha256', 'tar.gz']) {
    await rename(join(work, `${name}.${ending}`), join(dist, `${name}.${ending}`))
  }
  const [packed, unpacked] = [sizes.packed, sizes.unpacked].map((size) => (size / 1e6).toFixed(1))
  console.info(
    `dist/${name}.tar.gz: ${packed} MB, ${unpacked} MB unpacked, ${installed.length} packages`,
  )
}

/** Returns the bill of materials of the production packages in package-lock.json, in the format of CycloneDX. */
function billOfMaterials(): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application']
  const args = ['sbom', '--package-lock-only', '--omit=dev', ...options]
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
}

/** Returns SOURCE_DATE_EPOCH, or the time of the last commit, in seconds since 1970. */
function commitTime(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  if (SOURCE_DATE_EPOCH) return Number(SOURCE_DATE_EPOCH)
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }))
}

function checkSizes(sizes: typeof limits): void {
  for (const key of ['unpacked', 'packed'] as const) {
    if (sizes[key] <= limits[key]) continue
    throw new Error(
      `The release has ${sizes[key]} bytes ${key}, and the limit is ${limits[key]} bytes`,
    )
  }
}
