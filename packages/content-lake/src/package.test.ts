import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyFolder } from './testing/local-lake.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
let folder: Awaited<ReturnType<typeof emptyFolder>>
let project: string

/** Packs the built package and installs it into an empty folder elsewhere, from npm's cache where it has the packages. */
beforeAll(async () => {
  folder = await emptyFolder()
  project = join(folder.path, 'project')
  mkdirSync(project)
  await run(process.execPath, ['build.js'], { cwd: root })
  const pack = ['pack', '--json', '--pack-destination', folder.path]
  const { stdout } = await run('npm', pack, { cwd: join(root, 'dist') })
  const [{ filename }] = JSON.parse(stdout)
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const packages = [join(folder.path, filename), '@sanity/client@7.28.0', 'vitest@4.1.12']
  packages.push('rxjs@7.8.2', '@sanity/eventsource@5.0.4')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...options, ...packages], { cwd: project })
}, 300_000)
afterAll(() => folder[Symbol.asyncDispose]())

it('runs by npx, imports, and answers queries', async () => {
  writeFileSync(join(project, 'data.ndjson'), '{"_id":"a","_type":"note"}\n')
  const imported = await run('npx', ['local-content-lake', 'import', 'data.ndjson'], {
    cwd: project,
  })
  expect(imported.stdout).toBe('Imported 1 documents and 0 assets\n')
  const bin = join(project, 'node_modules/.bin/local-content-lake')
  const child = spawn(bin, ['--port', '0'], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = await once(createInterface({ input: child.stdout }), 'line')
  const url = String(first).split(/\s+/).at(-1)
  const query = encodeURIComponent('*[_type match "n*"]._id')
  const response = await fetch(`${url}/v2025-02-19/data/query/production?query=${query}`)
  expect(await response.json()).toMatchObject({ result: ['a'] })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 60_000)

it('leads the connections of a command to the lake', async () => {
  const address = 'https://abc.api.sanity.io/v2025-02-19/data/query/production?query=1'
  const program = `console.log((await (await fetch('${address}')).json()).result)`
  const command = ['run', '--memory', '--', process.execPath, '--input-type=module', '-e', program]
  const { stdout } = await run(join(project, 'node_modules/.bin/local-content-lake'), command, {
    cwd: project,
  })
  expect(stdout).toBe('1\n')
}, 60_000)

it('gives a vitest project its datasets, and has types', async () => {
  const test = `import { expect, it } from 'vitest'
import { withLake } from 'local-content-lake/vitest'
const lake = await withLake({ seed: [{ _id: 'a', _type: 'note' }] })
it('finds the seed', async () => expect(await lake.client().fetch('*[]._id')).toEqual(['a']))
`
  writeFileSync(join(project, 'a.test.ts'), test)
  const { stdout } = await run('npx', ['vitest', 'run', '--reporter', 'json'], { cwd: project })
  expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 1, success: true })
  const types = `import { startLake } from 'local-content-lake'
export const url: string = (await startLake({ port: 0, seed: [{ _id: 'a', _type: 'b' }] })).url
// @ts-expect-error The port is a number.
await startLake({ port: 'x' })
`
  writeFileSync(join(project, 'types.ts'), types)
  const tsc = join(root, '../../node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck']
  await run(process.execPath, [tsc, ...options, 'types.ts'], { cwd: project })
}, 120_000)

it('exports a module for Studios that can be bundled for browsers', async () => {
  const contents = "export { default, lakeWorkspace } from 'local-content-lake/studio'"
  const { metafile } = await build({
    stdin: { contents, resolveDir: project },
    ...{ bundle: true, platform: 'browser', format: 'esm', write: false, metafile: true },
    external: ['sanity'],
  })
  const [output] = Object.values(metafile.outputs)
  expect(output?.exports).toEqual(['default', 'lakeWorkspace'])
  expect(output?.imports.map(({ path }) => path)).toEqual(['sanity'])
})
