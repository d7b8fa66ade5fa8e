import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whileLocked } from './place/lock.ts'
import { drill } from './restoring/drill.ts'
import { restore } from './restoring/restore.ts'
import { folderStore } from './stores/folder-store.ts'
import { backUpToFile, backUpToPlace, listBackups } from './taking/back-up.ts'
import { contentsOf, type DataFolder, makeDataFolder } from './testing/data-folder.ts'

let data: DataFolder
let place: string
let restored: string
beforeEach(async () => {
  data = await makeDataFolder()
  place = join(data.folder, 'place')
  restored = join(data.folder, 'restored')
})
afterEach(() => data.remove())

/** Of the shipped one each use takes a second. */
const cheap = 4

const passphrase = (words?: string) => async () => words
const target = (words?: string) => ({
  address: place,
  s3: {},
  passphrase: passphrase(words),
  encrypt: words !== undefined,
  workFactor: cheap,
})

/** Without a site on it, which `tests/backups.test.ts` has. */
async function restoreFrom(address: string, options: Partial<Parameters<typeof restore>[0]> = {}) {
  const lines: string[] = []
  await restore({
    ...target(),
    address,
    dataDir: restored,
    version: '0.2.0',
    look: async () => {},
    say: (text) => void lines.push(text),
    ...options,
  })
  return lines
}

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe('what is restored', () => {
  it('is what was there, from a file and from a place, with what is only in the write-ahead log', async () => {
    const writer = new Database(join(data.dataDir, 'leads.db'))
    writer.exec("update lead set last_error = 'in the log' where form = 'contact'")
    const before = await contentsOf(data.dataDir)
    const file = join(data.folder, 'all.tar')
    await backUpToFile(data.source, file)
    await backUpToPlace(data.source, target())
    writer.exec("update lead set last_error = 'later'")
    writer.close()
    const expected = { ...before, 'site-id': readFileSync(join(data.dataDir, 'site-id'), 'utf8') }
    for (const address of [file, place]) {
      await restoreFrom(address)
      expect(await contentsOf(restored)).toEqual(expected)
      expect(
        readdirSync(restored)
          .filter((name) => !/-(wal|shm)$/.test(name))
          .sort(),
      ).toEqual(['lake', 'lake-token', 'leads.db', 'site-id'])
      expect(files(restored).filter((path) => statSync(path).mode & 0o077)).toEqual([])
      rmSync(restored, { recursive: true })
    }
    expect([statSync(file), statSync(place)].map(({ mode }) => mode & 0o777)).toEqual([
      0o600, 0o700,
    ])
  })

  it('is of one moment, while others write', async () => {
    const writer = new Database(join(data.dataDir, 'leads.db'))
    let writes = 0
    const timer = setInterval(() => {
      // Both or none.
      writer.exec('begin; update lead set attempts = attempts + 1; commit')
      writes++
    }, 1)
    for (let round = 0; round < 5; round++) await backUpToPlace(data.source, target())
    clearInterval(timer)
    writer.close()
    expect(writes).toBeGreaterThan(5)
    await restoreFrom(place)
    const copy = new Database(join(restored, 'leads.db'))
    const { n } = copy.prepare('select count(distinct attempts) as n from lead').get() as {
      n: number
    }
    copy.close()
    expect(n).toBe(1)
  })

  it('is an earlier one where that is wanted, with those forgotten who were erased since', async () => {
    await backUpToPlace(data.source, target())
    const [first] = await listBackups(target())
    const database = new Database(join(data.dataDir, 'leads.db'))
    const [one, two] = database.prepare('select id from lead order by id').all() as { id: string }[]
    database.close()
    writeFileSync(join(data.dataDir, 'erased-leads'), `2026-11-22T10:00:00.000Z ${one?.id}\n`)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await backUpToPlace(data.source, target())
    const operators = join(data.folder, 'erased-leads')
    writeFileSync(operators, `2026-11-22T11:00:00.000Z ${two?.id}\n`)
    await restoreFrom(place, { at: first?.at, erased: operators })
    const copy = new Database(join(restored, 'leads.db'))
    const rows = copy.prepare('select id, payload from lead order by id').all() as {
      payload: string
    }[]
    copy.close()
    expect(rows.map(({ payload }) => payload === '{}')).toEqual([true, true, false])
    rmSync(restored, { recursive: true })
    await expect(restoreFrom(place, { at: '2020' })).rejects.toThrow(/^There is no backup of 2020/)
  })
})

describe('a place', () => {
  it('is sent what is new, and loses what its rules don’t keep with what only that needs', async () => {
    const first = await backUpToPlace(data.source, target())
    const again = await backUpToPlace(data.source, target())
    expect(again.bytes).toBeLessThan(first.bytes / 3)
    const before = files(join(place, 'chunks')).length
    writeFileSync(join(data.dataDir, 'lake-token'), 'another-secret')
    const keep = { days: 1, weeks: 0, months: 0, years: 0 }
    const { pruned } = await backUpToPlace(data.source, { ...target(), keep })
    expect(pruned).toBe(2)
    expect(await listBackups(target())).toHaveLength(1)
    expect(files(join(place, 'chunks'))).toHaveLength(before)
    await restoreFrom(place)
  })

  it('is one site’s alone, and a backup of another site goes into an empty folder', async () => {
    await backUpToPlace(data.source, target())
    const other = await makeDataFolder(4)
    try {
      await expect(backUpToPlace(other.source, target())).rejects.toThrow(/another site/)
      const said: string[] = []
      const say = (text: string) => void said.push(text)
      await drill({
        ...target(),
        dataDir: other.dataDir,
        version: '0.2.0',
        say,
        look: async () => {},
      })
      expect(said).toEqual([expect.stringContaining('another site')])
      expect(existsSync(join(other.dataDir, '.drill'))).toBe(false)
    } finally {
      other.remove()
    }
    await restoreFrom(place)
  })

  it('is written to by one at a time, and given up by one that has died', async () => {
    const store = folderStore(place)
    await whileLocked(store, async () => {
      await expect(backUpToPlace(data.source, target())).rejects.toThrow(/^Another backup writes/)
    })
    const { pid } = spawnSync('true')
    const lock = { id: 'x', host: hostname(), pid, at: new Date() }
    writeFileSync(join(place, 'lock.json'), JSON.stringify(lock))
    await backUpToPlace(data.source, target())
    expect(existsSync(join(place, 'lock.json'))).toBe(false)
    const both = [1, 2].map(() => backUpToPlace(data.source, target()))
    const results = await Promise.allSettled(both)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
    await restoreFrom(place)
  })

  it('counts its backups on when the clock was set back', async () => {
    await backUpToPlace(data.source, target())
    const [name = ''] = readdirSync(join(place, 'backups'))
    const later = join(place, 'backups', '000009-2099-01-01T00-00-00Z.json')
    writeFileSync(later, readFileSync(join(place, 'backups', name)))
    writeFileSync(join(data.dataDir, 'lake-token'), 'newer')
    const keep = { days: 7, weeks: 4, months: 12, years: 0 }
    await backUpToPlace(data.source, { ...target(), keep })
    await restoreFrom(place)
    expect(readFileSync(join(restored, 'lake-token'), 'utf8')).toBe('newer')
  })

  it('lies nowhere within the data', async () => {
    const address = join(data.dataDir, 'backups')
    await expect(backUpToPlace(data.source, { ...target(), address })).rejects.toThrow(/DATA_DIR/)
  })
})

describe('a backup with a passphrase', () => {
  const words = 'correct horse battery'

  it('is opened by it alone, a place and a file', async () => {
    await backUpToPlace(data.source, target(words))
    const file = join(data.folder, 'all.tar.age')
    await backUpToFile(data.source, file, passphrase(words), cheap)
    for (const path of [...files(place), file]) {
      const bytes = readFileSync(path, 'latin1')
      expect(bytes.startsWith('age-encryption.org/v1') || path.endsWith('place.json'), path).toBe(
        true,
      )
    }
    const wrong = [passphrase('wrong'), passphrase()]
    for (const each of wrong) {
      await expect(restoreFrom(place, { passphrase: each })).rejects.toThrow(
        /^[^\n]*(the passphrase is wrong|set BACKUP_PASSPHRASE)$/,
      )
      expect(existsSync(restored)).toBe(false)
    }
    for (const address of [place, file]) {
      await restoreFrom(address, { passphrase: passphrase(words) })
      expect(readFileSync(join(restored, 'lake-token'), 'utf8')).toBe('a-secret')
      rmSync(restored, { recursive: true })
    }
  }, 60_000)

  it('is as dear to guess as age has it, unless told otherwise', async () => {
    await backUpToPlace(data.source, { ...target(words), workFactor: undefined })
    const key = readFileSync(join(place, 'key.age'), 'latin1')
    expect(key).toMatch(/^age-encryption.org\/v1\n-> scrypt \S+ 18\n/)
    await restoreFrom(place, { passphrase: passphrase(words) })
  }, 60_000)

  it('has a place of its own', async () => {
    await backUpToPlace(data.source, target())
    await expect(backUpToPlace(data.source, target(words))).rejects.toThrow(/without encryption/)
  })
})

describe('a backup that is not whole', () => {
  /** Nothing is left behind. */
  async function refused(address: string, message: RegExp): Promise<void> {
    await expect(restoreFrom(address)).rejects.toThrow(message)
    expect(existsSync(restored)).toBe(false)
  }

  it('is refused: a file that was cut short, wherever', async () => {
    const file = join(data.folder, 'all.tar')
    await backUpToFile(data.source, file)
    const { size } = statSync(file)
    for (const part of [0.9, 0.5, 0.01]) {
      truncateSync(file, Math.floor(size * part))
      await refused(file, /no whole backup|damaged|cut short/)
    }
    truncateSync(file, 0)
    await refused(file, /no whole backup/)
    writeFileSync(file, 'no backup at all'.repeat(100))
    await refused(file, /is no backup/)
  })

  it('is refused: one byte is another, of any file', async () => {
    await backUpToPlace(data.source, target())
    for (const path of files(place).filter((name) => !name.endsWith('place.json'))) {
      const bytes = readFileSync(path)
      // Not just anywhere: in what gzip makes of zeros a changed byte may mean the same.
      for (const at of [10, bytes.length - 6]) {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        writeFileSync(path, changed)
        await refused(place, /is damaged/)
      }
      writeFileSync(path, bytes)
    }
    await restoreFrom(place)
  })

  it('is refused: a chunk is missing, and another backup brings it again', async () => {
    await backUpToPlace(data.source, target())
    const [chunk = ''] = files(join(place, 'chunks'))
    rmSync(chunk)
    await refused(place, /is missing/)
    await backUpToPlace(data.source, target())
    await restoreFrom(place)
  })

  it('is refused: of a newer version; of an older one it is said', async () => {
    await backUpToPlace(data.source, target())
    await expect(restoreFrom(place, { version: '0.1.9' })).rejects.toThrow(/newer version, 0\.2\.0/)
    const lines = await restoreFrom(place, { version: '0.10.0' })
    expect(lines.join()).toContain('up to date')
  })
})

describe('a restore', () => {
  it('goes nowhere where data are', async () => {
    await backUpToPlace(data.source, target())
    const before = await contentsOf(data.dataDir)
    await expect(restoreFrom(place, { dataDir: data.dataDir })).rejects.toThrow(/is not empty/)
    expect(await contentsOf(data.dataDir)).toEqual(before)
    expect(existsSync(join(data.dataDir, '.restoring'))).toBe(false)
    // What a disk has at its root.
    mkdirSync(join(restored, 'lost+found'), { recursive: true })
    await restoreFrom(place)
  })

  it('leaves the folder as it was when the site does not start on it', async () => {
    await backUpToPlace(data.source, target())
    const look = () => Promise.reject(new Error('no site'))
    await expect(restoreFrom(place, { look })).rejects.toThrow('no site')
    expect(existsSync(restored)).toBe(false)
  })
})

describe('a disk', () => {
  const disk = () => join(data.folder, 'disk')
  const mount = (size: string) => {
    mkdirSync(disk())
    return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk()]).status === 0
  }
  afterEach(() => void spawnSync('umount', ['--lazy', disk()]))

  it('that is full is told, and keeps the backups that are there', async ({ skip }) => {
    if (!mount('400k')) skip('No right to mount a small disk')
    const address = join(disk(), 'place')
    await backUpToPlace(data.source, { ...target(), address })
    writeFileSync(join(data.dataDir, 'large'), randomBytes(400_000))
    await expect(backUpToPlace(data.source, { ...target(), address })).rejects.toThrow(/is full/)
    const file = join(disk(), 'all.tar')
    await expect(backUpToFile(data.source, file)).rejects.toThrow(/is full/)
    expect(readdirSync(disk())).toEqual(['place'])
    await restoreFrom(address)
    await backUpToPlace(data.source, target())
    const dataDir = join(disk(), 'data')
    await expect(restoreFrom(place, { dataDir })).rejects.toThrow(/too little room/)
    expect(readdirSync(disk())).toEqual(['place'])
  })

  it('that can’t be written to is told', async ({ skip }) => {
    if (!mount('1m')) skip('No right to mount a small disk')
    await backUpToPlace(data.source, target())
    spawnSync('mount', ['-o', 'remount,ro', disk()])
    const address = join(disk(), 'place')
    await expect(backUpToPlace(data.source, { ...target(), address })).rejects.toThrow(
      /can't be used/,
    )
    const dataDir = join(disk(), 'data')
    await expect(restoreFrom(place, { dataDir })).rejects.toThrow(/can't be used/)
  })
})
