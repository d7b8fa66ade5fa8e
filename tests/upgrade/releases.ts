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
 * Lays this build into a folder as a release of any version, with the launcher that releases have. What
 * is the same in all of them it has by links, so that it takes no time.
 */
export function layRelease(releases: string, version: string): string {
  const folder = join(releases, `halvi-${version}`)
  const build = realpathSync(join(root, 'build'))
  mkdirSync(join(folder, 'build'), { recursive: true })
  for (const name of readdirSync(build)) {
    if (/\.js$|^fingerprint$/.test(name))
      copyFileSync(join(build, name), join(folder, 'build', name))
  }
  for (const name of ['client', 'server'])
    symlinkSync(join(build, name), join(folder, 'build', name))
  for (const name of ['node_modules', 'seed', 'server']) {
    symlinkSync(join(root, name), join(folder, name))
  }
  // Nobody opens it here, and to build it takes a minute.
  mkdirSync(join(folder, 'studio/dist/assets'), { recursive: true })
  writeFileSync(join(folder, 'studio/dist/index.html'), '<!doctype html><title>Studio</title>')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  cpSync(join(root, 'scripts/release/halvi'), join(folder, 'halvi'))
  return folder
}

/** Packs a release, with its checksum beside it. */
export function packRelease(folder: string, version: string, archive: string): string {
  const inFolder = ['-C', dirname(folder), `halvi-${version}`]
  const { status } = spawnSync('tar', ['-czf', archive, ...inFolder])
  if (status !== 0) throw new Error(`${folder} can't be packed`)
  writeChecksum(archive)
  return archive
}

/** As `sha256sum` does. */
export function writeChecksum(archive: string): void {
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  writeFileSync(`${archive}.sha256`, `${sum}  ${archive.split('/').at(-1)}\n`)
}

/** Runs a release's program to its end. */
export async function runRelease(program: string, args: string[], dataDir: string) {
  const child = spawn(program, args, {
    env: {
      NODE_ENV: 'production',
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      ...{ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      said[name] += chunk
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}
