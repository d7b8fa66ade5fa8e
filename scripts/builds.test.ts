import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activateBuild, newBuildFolder, removeOldBuilds } from './builds.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'builds-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Creates a build whose only file contains `text`. Returns the name of its folder. */
function build(text: string): string {
  const folder = newBuildFolder(root)
  mkdirSync(join(root, folder))
  writeFileSync(join(root, folder, 'fingerprint'), text)
  return folder
}

const active = () => readFileSync(join(root, 'build/fingerprint'), 'utf8')
const builds = () => readdirSync(root).filter((name) => name.startsWith('build-'))

it('activates builds one after another, and keeps the previous one', () => {
  const [first, second] = [build('one'), build('two')]
  expect(first).not.toBe(second)
  activateBuild(root, first)
  expect(active()).toBe('one')
  activateBuild(root, second)
  expect(active()).toBe('two')
  removeOldBuilds(root)
  expect(readFileSync(join(root, first, 'fingerprint'), 'utf8')).toBe('one')
})

it('replaces a folder named build, which older versions created', () => {
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'build/fingerprint'), 'old')
  activateBuild(root, build('new'))
  expect(active()).toBe('new')
  expect(builds()).toHaveLength(2)
})

it('removes old and interrupted builds, and nothing else', () => {
  const all = Array.from({ length: 7 }, (_, age) => {
    const folder = build(String(age))
    utimesSync(join(root, folder, 'fingerprint'), 1_000 - age, 1_000 - age)
    return folder
  })
  const running = newBuildFolder(root)
  mkdirSync(join(root, running))
  const interrupted = newBuildFolder(root)
  mkdirSync(join(root, interrupted))
  utimesSync(join(root, interrupted), 1_000, 1_000)
  mkdirSync(join(root, 'build-notes'))
  removeOldBuilds(root)
  expect(builds().sort()).toEqual([...all.slice(0, 5), running, 'build-notes'].sort())
  expect(existsSync(join(root, interrupted))).toBe(false)
})

it('a process keeps its build when another build is activated', async () => {
  const folder = build('one')
  await bundle({
    entryPoints: [fileURLToPath(new URL('../server/root.ts', import.meta.url))],
    outdir: join(root, folder),
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  activateBuild(root, folder)
  const ours = await import(pathToFileURL(join(root, 'build/root.js')).href)
  activateBuild(root, build('two'))
  expect(ours.buildFolder).toBe(`${realpathSync(join(root, folder))}/`)
  expect(ours.root).toBe(`${realpathSync(root)}/`)
})
