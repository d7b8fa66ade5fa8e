import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Kept from one run to the next: an empty Debian takes half a minute to fetch. */
const cache = join(tmpdir(), 'halvi-bare-root')
const suite = 'bookworm'

/** What is missing on this machine to make one; undefined when nothing is. */
export function missing(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, for chroot'
  for (const program of ['debootstrap', 'chroot', 'unshare', 'setpriv', 'ip']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      return `${program} is missing`
  }
  const rights = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'true'])
  return rights.status === 0 ? undefined : 'namespaces are not allowed here'
}

/**
 * An empty Debian with the machine's own node and a release in `/root`, as an operator has copied it there.
 *
 * @returns the folder; whoever calls removes it
 */
export function makeBareRoot(archive: string): string {
  const pristine = join(cache, suite)
  if (!existsSync(pristine)) {
    const making = `${pristine}-${process.pid}`
    mkdirSync(cache, { recursive: true })
    run('debootstrap', ['--variant=minbase', suite, making])
    renameSync(making, pristine)
  }
  const folder = join(cache, `run-${process.pid}`)
  run('cp', ['-a', pristine, folder])
  cpSync(process.execPath, join(folder, 'usr/local/bin/node'))
  for (const file of [archive, `${archive}.sha256`]) run('cp', [file, join(folder, 'root')])
  // As the machine reaches Debian's packages.
  for (const file of ['etc/resolv.conf', 'etc/hosts']) {
    rmSync(join(folder, file), { force: true })
    if (existsSync(`/${file}`)) cpSync(`/${file}`, join(folder, file), { dereference: true })
  }
  // Packages must not start what they bring: there is no init.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return folder
}

/** Runs a program to its end. @throws Error with what it wrote */
function run(program: string, args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${stderr || stdout}`.slice(-2000))
}
