import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFiles } from './data-files.ts'

it('sorts the files of a data folder by kind, and leaves out what the site creates again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-files-'))
  const uploaded = `lake/assets/files/${'0'.repeat(40)}.db`
  const left = [
    'pages/x',
    'images/x',
    'snapshots/0.1.0/leads.db',
    'last-backup',
    'leads.db-wal',
    '.x/y',
  ]
  for (const path of ['lake/lake.db', 'leads.db', uploaded, 'lake-token', ...left]) {
    mkdirSync(join(dataDir, dirname(path)), { recursive: true })
    writeFileSync(join(dataDir, path), 'x')
  }
  symlinkSync('/none', join(dataDir, 'broken'))
  const files = await dataFiles(dataDir)
  const real = realpathSync(dataDir)
  rmSync(dataDir, { recursive: true })
  expect(files).toEqual({
    folders: ['', 'lake', 'lake/assets', 'lake/assets/files'].map((path) => join(real, path)),
    databases: ['lake/lake.db', 'leads.db'],
    assets: [uploaded],
    others: ['lake-token'],
  })
})
