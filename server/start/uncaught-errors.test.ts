import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('testing/throwing-process.ts', import.meta.url))

async function run(place: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = output.trim().split('\n')
  const fatal = lines.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
  return { code, fatal, finished: lines.includes('finished') }
}

it.concurrent.each(['timer', 'promise', 'async listener', 'error event', 'what is no error'])(
  'an error (%s) is told, what is acknowledged finished, and the process left',
  async (place) => {
    const { code, fatal, finished } = await run(place)
    expect({ code, finished, told: fatal.length }).toEqual({ code: 70, finished: true, told: 1 })
    expect(fatal[0].msg).toBe('uncaught error, the process ends')
    expect(fatal[0].err).toBeDefined()
  },
  30_000,
)

it.concurrent('an end that throws is no second beginning', async () => {
  const { code, fatal, finished } = await run('the end, too')
  expect({ code, finished, told: fatal.length }).toEqual({ code: 70, finished: true, told: 2 })
}, 30_000)

it.concurrent('an end that hangs is cut off', async () => {
  expect(await run('an end that hangs')).toMatchObject({ code: 70, finished: false })
}, 30_000)
