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
import { newBuildFolder, removeFormerBuilds, switchTo } from './builds.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'builds-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Builds a site whose only file says which it is. */
function build(what: string): string {
  const folder = newBuildFolder(root)
  mkdirSync(join(root, folder))
  writeFileSync(join(root, folder, 'fingerprint'), what)
  return folder
}

const used = () => readFileSync(join(root, 'build/fingerprint'), 'utf8')
const builds = () => readdirSync(root).filter((name) => name.startsWith('build-'))

it('are used one after another, and the former one stays for whoever runs on it', () => {
  const [first, second] = [build('one'), build('two')]
  expect(first).not.toBe(second)
  switchTo(root, first)
  expect(used()).toBe('one')
  switchTo(root, second)
  expect(used()).toBe('two')
  removeFormerBuilds(root)
  expect(readFileSync(join(root, first, 'fingerprint'), 'utf8')).toBe('one')
})

it('take the place of a folder, in which former versions built', () => {
  mkdirSync(join(root, 'build'))
  writeFileSync(join(root, 'build/fingerprint'), 'old')
  switchTo(root, build('new'))
  expect(used()).toBe('new')
  expect(builds()).toHaveLength(2)
})

it('are removed when they are old or were cut short, others never', () => {
  const all = Array.from({ length: 7 }, (_, age) => {
    const folder = build(String(age))
    utimesSync(join(root, folder, 'fingerprint'), 1_000 - age, 1_000 - age)
    return folder
  })
  const underWay = newBuildFolder(root)
  mkdirSync(join(root, underWay))
  const cut = newBuildFolder(root)
  mkdirSync(join(root, cut))
  utimesSync(join(root, cut), 1_000, 1_000)
  mkdirSync(join(root, 'build-notes'))
  removeFormerBuilds(root)
  expect(builds().sort()).toEqual([...all.slice(0, 5), underWay, 'build-notes'].sort())
  expect(existsSync(join(root, cut))).toBe(false)
})

it('stay a process’s own, whichever is used by others', async () => {
  const folder = build('one')
  await bundle({
    entryPoints: [fileURLToPath(new URL('../server/root.ts', import.meta.url))],
    outdir: join(root, folder),
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  switchTo(root, folder)
  const ours = await import(pathToFileURL(join(root, 'build/root.js')).href)
  switchTo(root, build('two'))
  expect(ours.buildFolder).toBe(`${realpathSync(join(root, folder))}/`)
  expect(ours.root).toBe(`${realpathSync(root)}/`)
})
