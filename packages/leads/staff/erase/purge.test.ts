import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KyselyPlugin, RawNode } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openDatabase } from '../../store/database/database.ts'
import { createPurge } from './purge.ts'

const log = pino({ level: 'silent' })

it('continues after a full disk, and stops when closed while the disk is full', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forget-'))
  const database = await openDatabase({ dataDir, log })
  let isFull = true
  const disk: KyselyPlugin = {
    transformQuery({ node }) {
      const isCheckpoint = RawNode.is(node) && node.sqlFragments.join('').includes('wal_checkpoint')
      if (isFull && isCheckpoint) throw new Error('SQLITE_FULL: database or disk is full')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const purge = createPurge(database.withPlugin(disk), log, 20)
  expect(await purge.run()).toContain("database's log")
  isFull = false
  expect(await purge.run()).not.toContain("database's log")
  isFull = true
  await Promise.all([purge.run(), purge.close()])
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})
