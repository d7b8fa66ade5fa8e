import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLeads } from 'halvi-leads'
import { pino } from 'pino'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('./halvi.ts', import.meta.url))
const owner = 65_534

/** Runs a `halvi` command as root. Resolves to its exit code. */
async function halvi(env: Record<string, string>, ...args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'close')
  return code
}

/** Returns the files and folders in a folder that do not belong to the owner of the data folder. */
const foreignIn = (folder: string) =>
  ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => lstatSync(join(folder, name)).uid !== owner,
  )

it.runIf(process.getuid?.() === 0)(
  'commands that root runs create files that belong to the owner of the data folder',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halvi-owner-'))
    chmodSync(folder, 0o755)
    const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')]
    for (const path of [dataDir, backups]) mkdirSync(path)
    const log = pino({ level: 'silent' })
    await (await createLeads({ dataDir, rateLimit: 'off', log })).close()
    for (const name of ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(dataDir, name), owner, owner)
    }
    chownSync(backups, owner, owner)
    const env = { DATA_DIR: dataDir, HOME: folder }
    for (const command of [
      ['backup', join(backups, 'halvi')],
      ['leads', 'list'],
    ]) {
      expect([command, await halvi(env, ...command)]).toEqual([command, 0])
      expect(foreignIn(dataDir)).toEqual([])
    }
    expect(existsSync(join(dataDir, 'last-backup'))).toBe(true)
    expect(foreignIn(backups)).toEqual([])
    rmSync(folder, { recursive: true })
  },
  60_000,
)
