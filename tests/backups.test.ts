import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBackupRecord } from '../server/backups/record.ts'
import { root } from '../server/root.ts'
import { application, send } from './faults/visitors.ts'
import { type RunningSite, runSite, startSite } from './running-site.ts'
import { storedLeads } from './stored-leads.ts'

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
const repository = join(folder, 'repository')
const passphrase = 'a passphrase of tests'
let site: RunningSite
beforeAll(async () => {
  const settings = { BACKUP_TO: repository, METRICS_TOKEN: 'a-token-for-metrics' }
  site = await startSite(settings)
})
afterAll(async () => {
  await site.remove()
  rmSync(folder, { recursive: true })
})

/** Runs the built `halvi` command. `npm run halvi` would check for a stale build each time. */
function halvi(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'build/halvi.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes
    })
  }
  const done = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return { done, kill: () => child.kill('SIGKILL') }
}

async function metric(name: string): Promise<number> {
  const headers = { Authorization: 'Bearer a-token-for-metrics' }
  const text = await (await fetch(`${site.url}/metrics`, { headers })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

it('the running site makes backups and restore drills, and records their times', async () => {
  expect((await send(site.url, application())).status).toBe(303)
  const lastDrill = () => readBackupRecord(site.dataDir).lastDrill
  // The site makes a missed backup soon after the start. The first restore drill follows.
  await expect.poll(lastDrill, { timeout: 150_000, interval: 100 }).toBeDefined()
  const { lastBackup, lastFailure, lastDrillFailure } = readBackupRecord(site.dataDir)
  expect([lastFailure, lastDrillFailure]).toEqual([undefined, undefined])
  expect(lastDrill()?.backupOf).toBe(lastBackup?.at)
  const seconds = await metric('halvi_backup_last_success_timestamp_seconds')
  expect(seconds).toBeCloseTo(Date.parse(lastBackup?.at ?? '') / 1000, 2)
  expect(await metric('halvi_drill_last_success_timestamp_seconds')).toBeGreaterThan(seconds)
  expect(await metric('halvi_backup_failures_total')).toBe(0)
  expect(await metric('halvi_drill_failures_total')).toBe(0)
  expect(await metric('halvi_backup_bytes')).toBe(lastBackup?.bytes)
  expect(existsSync(join(site.dataDir, '.drill'))).toBe(false)
}, 180_000)

// The long form: npm run test:faults
const isLong = process.env.FAULTS === 'long'

it.runIf(isLong)(
  'a killed backup does not damage the repository, and the next one succeeds',
  async () => {
    const settings = { DATA_DIR: site.dataDir }
    const to = join(folder, 'killed')
    for (const afterMs of [150, 250, 350]) {
      const { done, kill } = halvi(settings, 'backup', '--to', to)
      await sleep(afterMs)
      kill()
      await done
    }
    expect(await halvi(settings, 'backup', '--to', to).done).toMatchObject({ code: 0 })
    const both = ['a', 'b'].map(() => halvi(settings, 'backup', '--to', to).done)
    const codes = (await Promise.all(both)).map(({ code }) => code)
    expect(codes).toContain(0)
    expect(await halvi(settings, 'drill', to).done).toMatchObject({ code: 0 })
  },
  60_000,
)

it.runIf(isLong)(
  'a restore is complete or has no effect, also if it is killed several times',
  async () => {
    const file = join(folder, 'all.tar.age')
    const made = halvi({ DATA_DIR: site.dataDir, BACKUP_PASSPHRASE: passphrase }, 'backup', file)
    expect(await made.done).toMatchObject({ code: 0 })
    const settings = { DATA_DIR: join(folder, 'restored'), BACKUP_PASSPHRASE: passphrase }
    const wrong = halvi({ ...settings, BACKUP_PASSPHRASE: 'another one of them' }, 'restore', file)
    expect(await wrong.done).toEqual({
      code: 1,
      output: expect.stringMatching(/^halvi: [^\n]+wrong\n$/),
    })
    let ended: { code: number | null; output: string } = { code: null, output: '' }
    for (let afterMs = 500; ended.code === null; afterMs *= 2) {
      const { done, kill } = halvi(settings, 'restore', file)
      const timer = setTimeout(kill, afterMs)
      ended = await done
      clearTimeout(timer)
      if (ended.code !== null || !existsSync(join(settings.DATA_DIR, '.restoring'))) continue
      // The site does not start on a partial restore.
      const started = await runSite({ DATA_DIR: settings.DATA_DIR })
      expect([started.code, started.stderr]).toEqual([
        1,
        expect.stringMatching(/^halvi: [^\n]+\n$/),
      ])
      expect(readdirSync(settings.DATA_DIR)).toEqual(['.restoring'])
    }
    expect(ended).toMatchObject({ code: 0 })
    const secret = (dataDir: string) => readFileSync(join(dataDir, 'lake-token'), 'utf8')
    expect(secret(settings.DATA_DIR)).toBe(secret(site.dataDir))
    expect(storedLeads(settings.DATA_DIR)).toEqual(storedLeads(site.dataDir))
    expect(await halvi(settings, 'restore', file).done).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    })
    const again = await startSite({ DATA_DIR: settings.DATA_DIR })
    expect((await fetch(again.url)).status).toBe(200)
    await again.stop()
  },
  120_000,
)
