import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createClient } from '@sanity/client'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Project } from '../project/project.ts'
import { emptyFolder } from '../testing/local-lake.ts'
import { runCommand, startCommand } from '../testing/run-command.ts'
import { main } from './main.ts'

let folder: Awaited<ReturnType<typeof emptyFolder>>
let dir: string
let file: string

beforeEach(async () => {
  folder = await emptyFolder()
  dir = join(folder.path, 'lake')
  file = join(folder.path, 'data.ndjson')
  writeFileSync(file, '{"_id":"a","_type":"t"}\n{"_id":"b","_type":"t"}\n')
})
afterEach(() => folder[Symbol.asyncDispose]())

const run = (...args: string[]) => runCommand(main, args)

const datasetsIn = async () => {
  const project = await Project.open({ directory: dir, projectId: 'local' })
  const sizes = [...project.all()].map(({ name, dataset }) => [name, dataset.size])
  await project.close()
  return Object.fromEntries(sizes) as Record<string, number>
}

/** Starts the program from an unrelated folder, as a child process. */
async function start(...args: string[]) {
  const child = startCommand(['--dir', dir, ...args], { cwd: folder.path })
  const values: Record<string, string> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] = /^(.*?)\s{2,}(.*)$/.exec(line) ?? []
    if (name) values[name] = value
    if (name === 'Token (administrator)') break
  }
  return { child, values, ended: once(child, 'exit') }
}

it('imports a file and an archive, and exports both', async () => {
  expect(await run('import', file, '--dir', dir)).toMatchObject({ code: 0, err: '' })
  const archive = join(folder.path, 'x.tar.gz')
  mkdirSync(join(folder.path, 'inner'))
  writeFileSync(join(folder.path, 'inner', 'data.ndjson'), readFileSync(file))
  spawnSync('tar', ['czf', archive, '-C', folder.path, 'inner'])
  expect(await run('import', archive, 'staging', '--dir', dir)).toMatchObject({ code: 0, err: '' })
  expect(await datasetsIn()).toEqual({ production: 2, staging: 2 })
  const packed = join(folder.path, 'out', 'staging.tar.gz')
  expect(await run('export', packed, 'staging', '--dir', dir)).toMatchObject({ code: 0 })
  expect(await run('import', packed, 'third', '--dir', dir)).toMatchObject({ code: 0, err: '' })
  expect(await datasetsIn()).toMatchObject({ third: 2 })
  const out = join(folder.path, 'out', 'data.ndjson')
  expect(await run('export', out, 'staging', '--dir', dir)).toMatchObject({ code: 0 })
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(2)
})

it('serves what it printed, names its process to others, and ends with Ctrl-C', async () => {
  await run('import', file, '--dir', dir)
  const { child, values, ended } = await start('--port', '0', '--user', '李', '--user', 'Ben Bo')
  const token = values['Token (administrator)'] ?? ''
  const client = createClient({
    ...{ projectId: values.Project ?? '', dataset: 'production', apiVersion: '2025-02-19' },
    ...{ apiHost: values['Content lake'] ?? '', useProjectHostname: false, useCdn: false, token },
  })
  // The query runs in a child process, whose loader is not in the working directory.
  expect(await client.fetch('*[_type match "t*"]._id')).toEqual(['a', 'b'])
  for (const [id, status] of [
    ['674e', 302],
    ['ben-bo', 302],
    ['local', 404],
  ] as const) {
    const path = `/v1/auth/local/${id}?origin=http://localhost:3000/`
    const { status: got } = await fetch(values['Content lake'] + path, { redirect: 'manual' })
    expect(got).toBe(status)
  }
  const { code, err } = await run('import', file, '--dir', dir)
  expect({ code, err }).toEqual({
    code: 1,
    err: `local-content-lake: The content lake in ${dir} is in use by process ${child.pid}. Stop it, or use another folder\n`,
  })
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
}, 180_000)

it('reports a port in use, and a folder of a newer version', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await run('--port', String(port), '--dir', dir)).toMatchObject({
    code: 1,
    err: `local-content-lake: Port ${port} is in use by another program. Stop that program, or choose another port\n`,
  })
  other.close()
  const database = new Database(join(dir, 'project.db'))
  database.exec('PRAGMA user_version = 1000')
  database.close()
  expect(await run('--port', '0', '--dir', dir)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/project\.db was written by a newer version/),
  })
})

it.each([[['--port', 'x']], [['serve']], [['import']], [['import', 'a', 'b', 'c']], [['--what']]])(
  'shows how it is used when called with %j',
  async (args) => {
    const { code, err } = await run(...args)
    expect(code).toBe(2)
    expect(err).toMatch(/^local-content-lake: [^\n]*--help\n$/)
  },
)
