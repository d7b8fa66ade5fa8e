import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../server/root.ts'

/**
 * Creates a release of any version from this build, with the launcher of releases. Links unchanged folders instead of
 * copying them, to save time. Returns the folder of the release.
 */
export function createRelease(releases: string, version: string): string {
  const folder = join(releases, `halvi-${version}`)
  const build = realpathSync(join(root, 'build'))
  mkdirSync(join(folder, 'build'), { recursive: true })
  for (const name of readdirSync(build)) {
    // Other tests start programs of their own from the same folder.
    if (/\.js$|^fingerprint$/.test(name) && !name.startsWith('killed-'))
      copyFileSync(join(build, name), join(folder, 'build', name))
  }
  for (const name of ['client', 'server'])
    symlinkSync(join(build, name), join(folder, 'build', name))
  for (const name of ['node_modules', 'seed', 'server']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  // A placeholder for the Studio, which these tests do not open and which takes a minute to build.
  mkdirSync(join(folder, 'studio/dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'studio/dist/index.html'), '<!doctype html><title>Studio</title>')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  cpSync(join(root, 'scripts/release/halvi'), join(folder, 'halvi'))
  return folder
}

/** Packs a release into an archive, and writes its checksum file. Returns the path of the archive. */
export function packRelease(folder: string, version: string, archive: string): string {
  const inFolder = ['-C', dirname(folder), `halvi-${version}`]
  const { status } = spawnSync('tar', ['-czf', archive, ...inFolder])
  if (status !== 0) throw new Error(`${folder} can't be packed`)
  writeChecksum(archive)
  return archive
}

/** Writes the checksum file of an archive, in the format of `sha256sum`. */
export function writeChecksum(archive: string): void {
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${archive.split('/').at(-1)}\n`)
}

/** Runs the program of a release. Resolves to its exit code and output. */
export async function runRelease(program: string, args: string[], dataDir: string) {
  const child = spawn(program, args, {
    env: {
      NODE_ENV: 'production',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      ...{ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      output[name] += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}
