import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect } from 'vitest'
import { backUpToFile, backUpToRepository, listBackups } from '../back-up.ts'
import { filesIn, it } from '../testing/backup-fixtures.ts'
import { contentsOf } from '../testing/data-folder.ts'

describe('the restored data', () => {
  it('equals the original data, from a file or a repository, including the write-ahead log', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    const writer = new Database(join(data.dataDir, 'leads.db'))
    writer.exec("update lead set last_error = 'in the log' where form = 'contact'")
    const before = await contentsOf(data.dataDir)
    const file = join(data.folder, 'all.tar')
    await backUpToFile(data.source, file)
    await backUpToRepository(data.source, target())
    writer.exec("update lead set last_error = 'later'")
    writer.close()
    const expected = { ...before, 'site-id': readFileSync(join(data.dataDir, 'site-id'), 'utf8') }
    for (const address of [file, repository]) {
      await restoreFrom(address)
      // Ignores write-ahead logs, which an open connection may have created.
      expect(
        readdirSync(restored)
          .filter((name) => !name.endsWith('-wal'))
          .sort(),
      ).toEqual(['lake', 'lake-token', 'leads.db', 'site-id'])
      expect(await contentsOf(restored)).toEqual(expected)
      expect(filesIn(restored).filter((path) => statSync(path).mode & 0o077)).toEqual([])
      rmSync(restored, { recursive: true })
    }
    expect([statSync(file), statSync(repository)].map(({ mode }) => mode & 0o777)).toEqual([
      0o600, 0o700,
    ])
  })

  it('leaves out a file with the reserved name of the PostgreSQL dump, with a warning', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    writeFileSync(join(data.dataDir, 'leads.dump'), 'no dump of ours')
    await backUpToRepository(data.source, target())
    expect(data.warnings).toEqual([
      expect.stringMatching(/^leads\.dump in .* is not part of this backup/),
    ])
    await restoreFrom(repository)
    expect(readdirSync(restored)).not.toContain('leads.dump')
  })

  it('is a consistent snapshot although the site keeps writing', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    const writer = new Database(join(data.dataDir, 'leads.db'))
    let writes = 0
    const timer = setInterval(() => {
      // A snapshot must contain all changes of this transaction or none.
      writer.exec('begin; update lead set attempts = attempts + 1; commit')
      writes++
    }, 1)
    for (let round = 0; round < 5; round++) await backUpToRepository(data.source, target())
    clearInterval(timer)
    writer.close()
    expect(writes).toBeGreaterThan(5)
    await restoreFrom(repository)
    const copy = new Database(join(restored, 'leads.db'))
    const { n } = copy.prepare('select count(distinct attempts) as n from lead').get() as {
      n: number
    }
    copy.close()
    expect(n).toBe(1)
  })

  it('is the selected earlier backup, without leads that were erased later', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    const [first] = await listBackups(target())
    const database = new Database(join(data.dataDir, 'leads.db'))
    const [one, two] = database.prepare('select id from lead order by id').all() as { id: string }[]
    database.close()
    writeFileSync(join(data.dataDir, 'erased-leads'), `2026-11-22T10:00:00.000Z ${one?.id}\n`)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await backUpToRepository(data.source, target())
    const operators = join(data.folder, 'erased-leads')
    writeFileSync(operators, `2026-11-22T11:00:00.000Z ${two?.id}\n`)
    await restoreFrom(repository, { at: first?.at, erased: operators })
    const copy = new Database(join(restored, 'leads.db'))
    const rows = copy.prepare('select id, payload from lead order by id').all() as {
      payload: string
    }[]
    copy.close()
    expect(rows.map(({ payload }) => payload === '{}')).toEqual([true, true, false])
    rmSync(restored, { recursive: true })
    await expect(restoreFrom(repository, { at: '2020' })).rejects.toThrow(
      /^There is no backup of 2020/,
    )
  })
})

describe('a restore', () => {
  it('rejects a data folder that is not empty', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    const before = await contentsOf(data.dataDir)
    await expect(restoreFrom(repository, { dataDir: data.dataDir })).rejects.toThrow(/is not empty/)
    expect(await contentsOf(data.dataDir)).toEqual(before)
    expect(existsSync(join(data.dataDir, '.restoring'))).toBe(false)
    // Linux creates this folder in the root folder of a disk.
    mkdirSync(join(restored, 'lost+found'), { recursive: true })
    await restoreFrom(repository)
  })

  it('leaves the data folder unchanged when the site does not start', async ({
    data,
    repository,
    restored,
    target,
    restoreFrom,
  }) => {
    await backUpToRepository(data.source, target())
    const checkStart = () => Promise.reject(new Error('no site'))
    await expect(restoreFrom(repository, { checkStart })).rejects.toThrow('no site')
    expect(existsSync(restored)).toBe(false)
  })
})
