import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { emptyFolder } from '../testing/local-lake.ts'
import { runCommand, startCommand } from '../testing/run-command.ts'
import { main } from './main.ts'

const start = (args: string[], env = process.env) =>
  startCommand(['run', '--memory', ...args], { env })

async function finish(child: ReturnType<typeof start>) {
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, out, err }
}

it('gives the command its lake under any project id, and ends with its code', async () => {
  const program = `
    const { SANITY_STUDIO_PROJECT_ID: id, SANITY_STUDIO_DATASET: dataset, SANITY_AUTH_TOKEN } = process.env
    const headers = { Authorization: 'Bearer ' + SANITY_AUTH_TOKEN }
    const ask = (path) => fetch('https://other.api.sanity.io/v2025-02-19/' + path, { headers })
    const { result } = await (await ask('data/query/' + dataset + '?query=count(*)')).json()
    const { id: found } = await (await ask('projects/other')).json()
    console.log(JSON.stringify({ id, dataset, result, found }))
    process.exit(7)`
  const node = ['node', '--input-type=module', '--eval', program]
  const { code, out, err } = await finish(start(['--dataset', 'staging', '--', ...node]))
  expect([code, JSON.parse(out)], err).toEqual([
    7,
    { id: 'local', dataset: 'staging', result: 0, found: 'local' },
  ])
})

it('reaches the programs that npm starts, and keeps NODE_OPTIONS', async () => {
  await using folder = await emptyFolder()
  const ask = "fetch('https://abc.api.sanity.io/v1/ping')"
  const go = `node --eval "${ask}.then(({ status }) => console.log(status, process.title))"`
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ scripts: { go } }))
  const npm = ['--', 'npm', '--prefix', folder.path, 'run', '--silent', 'go']
  const env = { ...process.env, NODE_OPTIONS: '--title=kept' }
  const { code, out, err } = await finish(start(npm, env))
  expect([code, out], err).toEqual([0, '200 kept\n'])
})

it('passes signals on, and closes the lake after the command', async () => {
  const program = `
    process.on('SIGTERM', () => process.exit(9))
    net.createServer().listen(0)
    console.log(process.env.CONTENT_LAKE_PORT)`
  const child = start(['--', 'node', '--eval', program])
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect((await finish(child)).code).toBe(9)
  const socket = connect(Number(line), '127.0.0.1')
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

it.each([
  [['--', 'no-such-command'], 127, 'no-such-command'],
  [['--', '/'], 126, '/'],
  [['--', 'sh', '-c', 'kill -KILL $$'], 137, 'sh'],
  [['--port', '3000'], 2, 'COMMAND'],
  [['--port', 'x', '--', 'node'], 2, '--port'],
])('explains in one line why %j failed', async (args, expected, word) => {
  const { code, err } = await runCommand(main, ['run', '--memory', ...args])
  expect([code, err.trim().split('\n').at(-1)]).toEqual([expected, expect.stringContaining(word)])
})
