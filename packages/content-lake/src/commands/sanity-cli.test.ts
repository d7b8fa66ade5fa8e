import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnvironment } from '../intercept/child-environment.ts'
import { type LocalLake, startLake } from '../start-lake.ts'
import { emptyFolder } from '../testing/local-lake.ts'
import { until } from '../testing/until.ts'
import { openAuthority } from '../tls/authority-file.ts'

/** A fixed version 6, installed only with packages that existed on that date, so that later ones change nothing. */
const SANITY_6 = ['sanity@6.16.0', 'react@19', 'react-dom@19', 'styled-components@6']
const PUBLISHED_BEFORE = '2026-09-24'

const project = 'abc12345'
const FILES: Record<string, string> = {
  'package.json': '{"name":"studio","private":true,"type":"module"}',
  'sanity.cli.ts': `
    import { defineCliConfig } from 'sanity/cli'
    export default defineCliConfig({ api: { projectId: '${project}', dataset: 'production' } })`,
  'sanity.config.ts': `
    import { defineConfig, defineField, defineType } from 'sanity'
    const fields = [
      defineField({ name: 'title', type: 'string', validation: (rule) => rule.required() }),
      defineField({ name: 'picture', type: 'image' }),
    ]
    const types = [defineType({ name: 'note', type: 'document', fields })]
    export default defineConfig({ projectId: '${project}', dataset: 'production', schema: { types } })`,
  'migrations/title/index.ts': `
    import { at, defineMigration, set } from 'sanity/migrate'
    const document = () => [at('title', set('Migrated'))]
    export default defineMigration({ title: 'Title', documentTypes: ['note'], migrate: { document } })`,
  'script.mjs': `
    import { getCliClient } from 'sanity/cli'
    const client = getCliClient({ apiVersion: '2025-02-19' })
    console.log('Drafts:', await client.fetch('count(*[_id in path("drafts.**")])', {}, { perspective: 'raw' }))`,
  'note.json': '{"_id":"c","_type":"note","title":"Created"}',
}

let folder: Awaited<ReturnType<typeof emptyFolder>>
let lake: LocalLake
let env: NodeJS.ProcessEnv
let picture: Buffer
const receiver = createServer((request, response) => {
  request.resume()
  response.end()
})

beforeAll(async () => {
  folder = await emptyFolder()
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder.path, name)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, content)
  }
  provideSanity()
  picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  lake = await startLake({ port: 0, projectId: project, replacesSanity: true })
  const { _id: _ref } = await lake.client().assets.upload('image', picture, { filename: 'a.png' })
  const asset = { _type: 'reference', _ref }
  await lake
    .client()
    .transaction()
    .create({ _id: 'a', _type: 'note', title: 'A', picture: { _type: 'image', asset } })
    .create({ _id: 'b', _type: 'note', title: 'B' })
    .create({ _id: 'drafts.b', _type: 'note', title: 'Draft' })
    .commit()
  const { port } = lake.server.address() as AddressInfo
  const { path: authorityPath } = openAuthority(lake.project.directory)
  const running = { port, projectId: project, dataset: 'production', tokens: lake.tokens }
  env = {
    ...childEnvironment({ ...running, authorityPath }, process.env, folder.path),
    // A home folder of its own, and none of the variables that Vitest sets.
    ...{ HOME: folder.path, CI: '1', NODE_ENV: undefined, VITEST: undefined },
    ...{ NO_COLOR: '1', FORCE_COLOR: undefined },
  }
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
}, 1_200_000)

afterAll(async () => {
  receiver.close()
  await lake?.close()
  await folder?.[Symbol.asyncDispose]()
})

/**
 * Links the packages of SANITY_FOLDER, or installs version 6 if this version of Node can run it, or links the version of
 * this repository.
 */
function provideSanity(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const link = (from: string) => symlinkSync(from, join(folder.path, 'node_modules'))
  if (process.env.SANITY_FOLDER) link(join(process.env.SANITY_FOLDER, 'node_modules'))
  else if (major > 22 || (major === 22 && minor >= 12)) {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', `--before=${PUBLISHED_BEFORE}`]
    const { status } = spawnSync('npm', ['install', ...options, ...SANITY_6], { cwd: folder.path })
    expect(status).toBe(0)
  } else link(fileURLToPath(new URL('../../../../studio/node_modules', import.meta.url)))
}

/** Runs a command of Sanity's CLI, and returns its exit code and its output. */
function sanity(command: string) {
  const program = join(folder.path, 'node_modules', 'sanity', 'bin', 'sanity')
  const options = { cwd: folder.path, env, maxBuffer: 1e8 }
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const args = [program, ...command.split(' ')]
    const child = execFile(process.execPath, args, options, (error, out, err) =>
      resolve({ code: error ? error.code : 0, output: out + err }),
    )
    child.stdin?.end()
  })
}

const ask = (uri: string, dataset = 'production') => lake.client({ dataset }).request({ uri })
const names = async (uri: string, key: string) =>
  (await ask(uri)).map((one: Record<string, unknown>) => one[key])
const notes = (dataset = 'production') =>
  lake
    .client({ dataset, perspective: 'raw' })
    .fetch('*[_type == "note"] | order(_id) {_id, title, "picture": picture.asset->sha1hash}')

/** Returns the bytes that a dataset has for its image. */
async function pictureIn(dataset: string) {
  const url: string = await lake.client({ dataset }).fetch('*[_type == "sanity.imageAsset"][0].url')
  const headers = { authorization: `Bearer ${lake.tokens.viewer}` }
  const path = `${new URL(url).pathname}?dlRaw=true`
  const response = await fetch(lake.url + path, { headers })
  return Buffer.from(await response.arrayBuffer())
}

type Check = () => unknown

/** Each command, a pattern of its output, and what must be true afterward. They run in this order. */
const COMMANDS: [command: string, output: RegExp, check?: Check][] = [
  ['datasets list', /production/],
  [
    'datasets create secret --visibility private',
    /created/i,
    async () =>
      expect(await ask('/datasets')).toContainEqual(
        expect.objectContaining({ name: 'secret', aclMode: 'private' }),
      ),
  ],
  ['datasets export production out.tar.gz --overwrite', /Export finished/],
  [
    'datasets import out.tar.gz secret --replace',
    /Imported 3 documents/,
    async () => {
      expect(await notes('secret')).toEqual(await notes())
      expect(await pictureIn('secret')).toEqual(picture)
    },
  ],
  [
    'datasets copy production copied',
    /completed|finished/,
    async () => expect(await notes('copied')).toEqual(await notes()),
  ],
  [
    'datasets delete copied --force',
    /deleted/i,
    async () => expect(await names('/datasets', 'name')).toEqual(['production', 'secret']),
  ],
  ['backups list production', /No backups/],
  ['documents get a', /"title": "A"/],
  ['documents query *[_id=="b"].title --api-version v2025-02-19', /"B"/],
  [
    'documents create note.json',
    /- c/,
    async () => expect(await lake.client().getDocument('c')).toMatchObject({ title: 'Created' }),
  ],
  [
    'documents delete c',
    /Deleted 1/,
    async () => expect(await lake.client().getDocument('c')).toBeUndefined(),
  ],
  ['documents validate --yes', /Valid/i],
  [
    'migrations run title --no-confirm',
    /dry/,
    async () => expect((await notes())[0].title).toBe('A'),
  ],
  [
    'migrations run title --no-dry-run --no-confirm',
    /completed/,
    async () =>
      expect((await notes()).map(({ title }: { title: string }) => title)).toEqual(
        Array(3).fill('Migrated'),
      ),
  ],
  ['schemas extract', /Extracted schema/],
  ['typegen generate', /Successfully generated/],
  ['schemas validate', /0 errors/],
  [
    'schemas deploy',
    /Deployed 1\/1/,
    async () =>
      expect(await ask(`/projects/${project}/datasets/production/schemas`)).toMatchObject([
        { _id: '_.schemas.default', workspace: { name: 'default' } },
      ]),
  ],
  ['schemas list', /_\.schemas\.default/],
  ['exec script.mjs --with-user-token', /Drafts: 1/],
  ['tokens add CI --role=viewer --yes --json', /sk\w+/],
  ['tokens list', /CI/],
  ['cors add https://studio.example.com --no-credentials', /added/i],
  ['cors list', /https:\/\/studio\.example\.com/],
  [
    'cors delete https://studio.example.com',
    /deleted/i,
    async () => expect(await ask(`/projects/${project}/cors`)).toEqual([]),
  ],
  ['users list', /Local/],
]

it.each(COMMANDS)(
  'sanity %s',
  async (command, expected, check) => {
    const found = await sanity(command)
    expect([found.code, found.output]).toEqual([0, expect.stringMatching(expected)])
    await check?.()
  },
  600_000,
)

it('deletes a token by its id', async () => {
  const tokens: { id: string; label: string }[] = await ask(`/projects/${project}/tokens`)
  const { id } = tokens.find(({ label }) => label === 'CI') ?? {}
  expect(await sanity(`tokens delete ${id} --yes`)).toMatchObject({ code: 0 })
  expect(await names(`/projects/${project}/tokens`, 'label')).not.toContain('CI')
}, 600_000)

it('lists webhooks, their deliveries, and an attempt', async () => {
  const { port } = receiver.address() as AddressInfo
  const uri = `/hooks/projects/${project}`
  const body = { name: 'notify', url: `http://127.0.0.1:${port}/`, dataset: 'production' }
  const { id } = await lake.client().request({ method: 'POST', uri, body })
  await lake.client().create({ _id: 'hooked', _type: 'other' })
  const attempts = () => names(`${uri}/${id}/attempts`, 'id')
  await until(async () => (await attempts()).length === 1)
  expect((await sanity('hooks list')).output).toContain('Name: notify')
  expect((await sanity('hooks logs notify --detailed')).output).toMatch(/HTTP 200/)
  const [attempt] = await attempts()
  const shown = await sanity(`hooks attempt ${attempt}`)
  expect([shown.code, shown.output]).toEqual([0, expect.stringContaining('200')])
}, 600_000)
