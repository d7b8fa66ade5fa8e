import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The cache of the empty Debian, which takes half a minute to download. */
const cache = join(tmpdir(), 'halvi-bare-root')
const suite = 'bookworm'

/** Returns why this machine can't create a bare root, or undefined if it can. */
export function missingRequirement(): string | undefined {
  if (process.platform !== 'linux') return 'it requires Linux'
  if (process.getuid?.() !== 0) return 'it requires root, for chroot'
  for (const program of ['debootstrap', 'chroot', 'unshare', 'setpriv', 'ip']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      return `${program} is missing`
  }
  const rights = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'])
  return rights.status === 0 ? undefined : 'this user may not create namespaces'
}

/**
 * Creates the root folder of an empty Debian, with this machine's Node and the archive of a release in `/root`.
 * Returns the folder, which the caller removes.
 */
export function makeBareRoot(archive: string): string {
  const pristine = join(cache, suite)
  if (!existsSync(pristine)) {
    const unfinished = `${pristine}-${process.pid}`
    mkdirSync(cache, { recursive: true })
    run('debootstrap', ['--variant=minbase', suite, unfinished])
    renameSync(unfinished, pristine)
  }
  const folder = join(cache, `run-${process.pid}`)
  run('cp', ['-a', pristine, folder])
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
  for (const file of [archive, `${archive}.sha256`]) run('cp', [file, join(folder, 'root')])
  // The machine's network configuration, to download Debian packages.
  for (const file of ['etc/resolv.conf', 'etc/hosts']) {
    rmSync(join(folder, file), { force: true })
    if (existsSync(`/${file}`)) cpSync(`/${file}`, join(folder, file), { dereference: true })
  }
  // Keeps packages from starting their services, because there is no init process.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return folder
}

/** Runs a program. @throws Error with its output if it fails */
function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${stderr || stdout}`.slice(-2000))
}
