import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { spawnSite } from '../running-site.ts'
import { contentsOf, Folders } from './data-folders.ts'

it('halvi start, stopped by SIGTERM during an upgrade, starts no site and keeps the data intact', async () => {
  using folders = new Folders()
  const dataDir = folders.unpacked('0.1.0')
  const before = await contentsOf(dataDir)
  const start = spawnSite({ DATA_DIR: dataDir })
  const lines: string[] = []
  for (const stream of [start.stdout, start.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      if (line === 'halvi: copying the data') start.kill('SIGTERM')
    })
  }
  expect(await once(start, 'close')).toEqual([0, null])
  expect(lines).toContain('halvi: copying the data')
  expect(lines.filter((line) => /site http|instead|was not started/.test(line))).toEqual([])
  expect(await contentsOf(dataDir)).toEqual(before)
})
