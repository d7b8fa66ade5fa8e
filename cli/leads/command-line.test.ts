import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createLeads } from 'halvi-leads'
import { readSettings } from 'halvi-site/settings/settings'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../packages/kit/testing/until.ts'
import { testForms } from '../../packages/leads/testing/test-forms.ts'
import { callGroup } from '../call.ts'
import { leadsGroup } from './group.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'command-line-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Creates an empty store, like a site that was started and stopped. */
async function createStore(): Promise<void> {
  const log = pino({ level: 'silent' })
  await (await createLeads({ dataDir, rateLimit: 'off', log })).close()
}

async function run(args: string[]) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const [out, err] = [buffer(streams.stdout), buffer(streams.stderr)]
  const code = await callGroup(leadsGroup(testForms), args, {
    settings: readSettings({ DATA_DIR: dataDir }),
    ...streams,
  })
  streams.stdout.end()
  streams.stderr.end()
  return { code, out: String(await out), err: String(await err) }
}

describe('halvi leads', () => {
  it.each([
    [[]],
    [['delete']],
    [['constructor']],
    [['list', '--all']],
    [['list', 'x']],
    [['list', '--limit', '0']],
    [['list', '--state', 'toString']],
    [['export', '--format', 'xls']],
    [['export', '--format', 'xlsx']],
    [['export', '--since', 'yesterday']],
    [['export', '--since', '2025-13-01']],
    [['export', 'a', 'b']],
    [['replay', 'x']],
    [['erase', '--yes']],
    [['erase', '--email', '', '--yes']],
  ])('exits with 2 and refers to --help for the arguments %j', async (args) => {
    await createStore()
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^leads: [^\n]*--help\n$/)
  })

  it('does not create a store if DATA_DIR is mistyped', async () => {
    expect(await run(['list'])).toMatchObject({
      code: 1,
      err: `leads: There are no leads in ${dataDir}: check DATA_DIR, or start the site once to create the database\n`,
    })
    expect(existsSync(join(dataDir, 'leads.db'))).toBe(false)
  })

  it('reports an unreachable database in one line, without its password', async () => {
    const onLine = vi.fn()
    const stderr = new PassThrough()
    stderr.on('data', (chunk) => onLine(String(chunk)))
    const DATABASE_URL = 'postgres://halvi:canary-password@localhost:1/none'
    const settings = readSettings({ DATA_DIR: dataDir, DATABASE_URL })
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr }
    expect(await callGroup(leadsGroup(testForms), ['list'], { settings, ...streams })).toBe(1)
    await until(() => expect(onLine).toHaveBeenCalledTimes(1))
    expect(onLine.mock.calls[0]?.[0]).toMatch(/^leads: (?!.*canary)[^\n]+\n$/)
  })
})
