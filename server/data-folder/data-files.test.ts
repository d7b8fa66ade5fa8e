import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFiles } from './data-files.ts'

it('leaves out files with a reserved name, but only at the top of the folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-files-'))
  mkdirSync(join(dataDir, 'mine'))
  for (const path of ['leads.dump', 'mine/leads.dump']) writeFileSync(join(dataDir, path), 'x')
  const { others } = await dataFiles(dataDir, 'everything')
  rmSync(dataDir, { recursive: true })
  expect(others).toEqual(['mine/leads.dump'])
})

it('treats an uploaded file as an asset even if it is named like a database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-files-'))
  const uploaded = `lake/assets/files/${'0'.repeat(40)}.db`
  for (const path of ['lake/lake.db', 'leads.db', uploaded, 'lake-token']) {
    mkdirSync(join(dataDir, dirname(path)), { recursive: true })
    writeFileSync(join(dataDir, path), 'x')
  }
  const { databases, assets, others } = await dataFiles(dataDir, 'own')
  rmSync(dataDir, { recursive: true })
  expect(databases.sort()).toEqual(['lake/lake.db', 'leads.db'])
  expect(assets).toEqual([uploaded])
  expect(others).toEqual(['lake-token'])
})
