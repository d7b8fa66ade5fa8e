import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { root } from 'halvi-site/root'
import { afterAll, beforeAll, expect, it } from 'vitest'

const program = fileURLToPath(new URL('testing/throwing-process.ts', import.meta.url))
// A bundle starts in a fifth of the time. In this folder it finds the packages that it does not include.
const outfile = join(root, `node_modules/.cache/throwing-process-${process.pid}.mjs`)
beforeAll(async () => {
  const external = ['pino', 'pino-pretty']
  const options = { bundle: true, platform: 'node', format: 'esm', external, outfile } as const
  await build({ entryPoints: [program], ...options })
})
afterAll(() => rmSync(outfile))

async function run(place: string) {
  const child = spawn(process.execPath, [outfile, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output.trim().split('\n')
  const fatal = lines.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
  return { code, fatal, finished: lines.includes('finished') }
}

it.concurrent.each(['timer', 'not an error object'])(
  'logs an uncaught error (%s), finishes, and exits',
  async (place) => {
    const { code, fatal, finished } = await run(place)
    expect({ code, finished, logged: fatal.length }).toEqual({
      code: 70,
      finished: true,
      logged: 1,
    })
    expect(fatal[0].msg).toBe('uncaught error, exiting')
    expect(fatal[0].err).toBeDefined()
  },
)

it.concurrent('logs an error during the shutdown without starting another one', async () => {
  const { code, fatal, finished } = await run('shutdown that throws')
  expect({ code, finished, logged: fatal.length }).toEqual({ code: 70, finished: true, logged: 2 })
})

it.concurrent('exits after a timeout if the shutdown hangs', async () => {
  expect(await run('shutdown that hangs')).toMatchObject({ code: 70, finished: false })
})
