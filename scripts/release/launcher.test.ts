import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from 'halvi-site/root'
import { afterEach, expect, it } from 'vitest'

const launcher = join(root, 'scripts/release/halvi')
const folder = mkdtempSync(join(tmpdir(), 'halvi-launcher-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the launcher with a fake `node` of a version in PATH, which prints its umask, environment, and arguments. */
function launch(version: string | undefined, program = launcher, args = ['leads', 'a b']) {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(bin, name))
  const script = `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; else umask; echo "$NODE_ENV"; echo "$@"; fi
`
  if (version) writeFileSync(join(bin, 'node'), script, { mode: 0o755 })
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { PATH: bin, NODE_ENV: 'test' },
    encoding: 'utf8',
  })
  rmSync(bin, { recursive: true })
  return { status, lines: stdout.trim().split('\n'), stderr }
}

it('the launcher reports in one line that Node is missing or too old', () => {
  for (const version of [undefined, 'v18.20.4', 'v20.18.3']) {
    const { status, stderr } = launch(version)
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('20.19')
  }
})

it('the launcher resolves links to itself, and sets a private umask', () => {
  mkdirSync(join(folder, 'links'), { recursive: true })
  symlinkSync(launcher, join(folder, 'links/first'))
  symlinkSync('first', join(folder, 'links/second'))
  for (const program of [launcher, join(folder, 'links/second')]) {
    const { status, lines, stderr } = launch('v20.19.0', program)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(lines.slice(0, 2)).toEqual(['0077', 'production'])
    expect(lines[2]).toBe(`${join(root, 'scripts/release')}/build/halvi.js leads a b`)
  }
})

it('the launcher limits the heap of the site, but not of other commands', () => {
  const program = `${join(root, 'scripts/release')}/build/halvi.js`
  expect(launch('v22.1.0', launcher, ['start', 'x']).lines[2]).toBe(
    `--max-old-space-size=512 ${program} start x`,
  )
  expect(launch('v22.1.0', launcher, []).lines[2]).toBe(program)
})
