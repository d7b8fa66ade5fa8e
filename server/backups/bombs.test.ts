import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import { describe, expect } from 'vitest'
import type { Manifest } from '../snapshots/manifest.ts'
import { backUpToRepository } from './back-up.ts'
import { RepositoryWriter } from './repository/repository.ts'
import { folderStore } from './stores/folder-store.ts'
import { s3Store } from './stores/s3-store.ts'
import { openTar } from './stores/tar-file.ts'
import { it } from './testing/backup-fixtures.ts'
import { s3Keys, startS3 } from './testing/s3-server.ts'

const megabyte = 1 << 20
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const absent = '0'.repeat(64)

/** Puts a chunk into a place as it is. Returns how a manifest calls it. */
function putChunk(place: string, content: Buffer, stored: Buffer, suffix: '' | '.gz'): string {
  const chunk = `${hashOf(content)}${suffix}`
  const path = join(place, 'chunks', chunk.slice(0, 2), chunk)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, stored)
  return chunk
}

describe('a backup that holds more than it declares', () => {
  const bombs: [string, RegExp, (place: string) => Partial<Manifest['files'][number]>][] = [
    [
      'chunks beyond the size of their file, of which no further one is read',
      /bomb .*not as it was backed up/,
      (place) => {
        const bytes = Buffer.alloc(4 * megabyte)
        return { size: 1, chunks: [putChunk(place, bytes, gzipSync(bytes), '.gz'), absent] }
      },
    ],
    [
      'empty chunks without end',
      /bomb .*not as it was backed up/,
      (place) => {
        const empty = putChunk(place, Buffer.alloc(0), gzipSync(''), '.gz')
        return { size: 1, chunks: [...Array(100).fill(empty), absent] }
      },
    ],
    [
      'a chunk that inflates to more than one may have',
      /is damaged/,
      (place) => {
        const bytes = Buffer.alloc(64 * megabyte)
        return { size: bytes.length, chunks: [putChunk(place, bytes, gzipSync(bytes), '.gz')] }
      },
    ],
    [
      'a chunk that is stored with more than one may have',
      /more than \d+ bytes/,
      (place) => {
        const bytes = Buffer.alloc(8 * megabyte)
        return { size: bytes.length, chunks: [putChunk(place, bytes, bytes, '')] }
      },
    ],
  ]
  it.for(bombs)(
    'is refused: %s',
    async ([, message, bomb], { data, place, target, restoreFrom, restored }) => {
      const { manifest } = await backUpToRepository(data.source, target())
      const file = { path: 'bomb', size: 0, sha256: absent, chunks: [], ...bomb(place) }
      const files = [...manifest.files, file]
      await new RepositoryWriter(folderStore(place)).putManifest({ ...manifest, files, number: 2 })
      await expect(restoreFrom(place)).rejects.toThrow(message)
      expect(existsSync(restored)).toBe(false)
    },
  )

  it('is refused in a tar: entries of impossible sizes', async ({ data }) => {
    const path = join(data.folder, 'sizes.tar')
    for (const size of [-512n, -1n, BigInt(Number.MAX_SAFE_INTEGER), 1n << 62n]) {
      const header = new Header({ path: 'a', size: 0, mode: 0o600, type: 'File' })
      header.encode()
      const block = header.block ?? Buffer.alloc(512)
      // In base 256, for which the first bit stands; then the sum of all bytes, with the sum itself as spaces.
      block.fill(size < 0n ? 0xff : 0, 124, 136)
      block.writeBigInt64BE(size, 128)
      if (size > 0n) block[124] = 0x80
      block.write('        ', 148)
      const sum = block.reduce((total, byte) => total + byte, 0)
      block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
      writeFileSync(path, Buffer.concat([block, Buffer.alloc(2048)]))
      const names = openTar(path).then(async (tar) => {
        const found = await tar.list('')
        await tar.close()
        return found
      })
      expect(await names.catch(() => [])).toEqual([])
    }
  })
})

it('a file in a store is not read beyond its limit', async ({ data }) => {
  const s3 = await startS3()
  try {
    const bucket = { ...s3Keys, endpoint: s3.url, address: 's3://bucket' }
    for (const store of [folderStore(join(data.folder, 'x')), s3Store(bucket)]) {
      await store.write('backups/large', Buffer.alloc(2 * megabyte))
      await expect(store.read('backups/large')).rejects.toThrow('more than')
      expect(await store.read('backups/large', 2 * megabyte)).toHaveLength(2 * megabyte)
    }
    expect(s3.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2)
  } finally {
    await s3.close()
  }
})
