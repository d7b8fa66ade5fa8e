import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { it } from '../server/backups/testing/backup-fixtures.ts'

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
  async ({ data, restored }) => {
    const give = (path: string) => chownSync(path, owner, owner)
    chmodSync(data.folder, 0o755)
    for (const name of ['', ...readdirSync(data.dataDir, { recursive: true, encoding: 'utf8' })]) {
      give(join(data.dataDir, name))
    }
    const repository = join(data.folder, 'repository')
    for (const folder of [repository, restored]) {
      mkdirSync(folder)
      give(folder)
    }
    const env = { DATA_DIR: data.dataDir, BACKUP_TO: repository, HOME: data.folder }
    const commands = [
      ['backup', join(data.folder, 'backup-by-root.tar')],
      ['backup'],
      ['leads', 'retention'],
      ['people', 'list'],
    ]
    for (const command of commands) {
      expect([command, await halvi(env, ...command)]).toEqual([command, 0])
      expect(foreignIn(data.dataDir)).toEqual([])
    }
    expect(existsSync(join(data.dataDir, 'site-id'))).toBe(true)
    expect(existsSync(join(data.dataDir, 'backups.json'))).toBe(true)
    expect(foreignIn(repository)).toEqual([])
  },
  60_000,
)
