import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordSources, studioFolder, studioIsStale } from './studio-sources.js'

const project = join(tmpdir(), `halvi-sources-${process.pid}/`)
const write = (file: string, text: string) => writeFileSync(join(project, file), text)

/** Calls the plugin's hooks for some modules, like a build of Vite. */
function bundle(...modules: string[]) {
  const { load, generateBundle } = recordSources(project) as unknown as {
    load: { handler(id: string): void }
    generateBundle(): void
  }
  for (const module of modules) load.handler(module)
  generateBundle.call({
    emitFile: ({ fileName, source }: Record<string, string>) =>
      write(String(fileName), String(source)),
  })
}

beforeEach(() => {
  for (const folder of ['studio', 'app', 'node_modules/x']) {
    mkdirSync(join(project, folder), { recursive: true })
  }
  for (const file of [
    'package-lock.json',
    'studio/main.ts',
    'app/pages.ts',
    'node_modules/x/a.js',
  ]) {
    write(file, file)
  }
  bundle(
    ...['studio/main.ts?x', 'app/pages.ts', 'node_modules/x/a.js'].map((file) => project + file),
  )
})
afterEach(() => rmSync(project, { recursive: true }))

it('the Studio is stale if one of its sources has changed or was deleted', () => {
  expect(studioIsStale(project, project)).toBe(false)
  for (const file of ['studio/main.ts', 'app/pages.ts', 'package-lock.json']) {
    write(file, 'other')
    expect(studioIsStale(project, project), file).toBe(true)
    write(file, file)
  }
  rmSync(join(project, 'app/pages.ts'))
  expect(studioIsStale(project, project)).toBe(true)
})

it('the Studio is stale if it was never built', () => {
  expect(studioIsStale(join(studioFolder, 'none'))).toBe(true)
})

it('the Studio is not stale if other files have changed', () => {
  write('app/other.ts', 'new')
  write('node_modules/x/a.js', 'a package, which the lock file names')
  expect(studioIsStale(project, project)).toBe(false)
})
