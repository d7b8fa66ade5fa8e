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

/** Writes a chunk to a repository without encoding it. Returns its name in manifests. */
function putChunk(repository: string, content: Buffer, stored: Buffer, suffix: '' | '.gz'): string {
  const chunk = `${hashOf(content)}${suffix}`
  const path = join(repository, 'chunks', chunk.slice(0, 2), chunk)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, stored)
  return chunk
}

describe('a backup that is larger than it declares', () => {
  const bombs: [string, RegExp, (repository: string) => Partial<Manifest['files'][number]>][] = [
    [
      'chunks that exceed the declared file size; the next chunk is not read',
      /bomb .*differs from the file/,
      (repository) => {
        const bytes = Buffer.alloc(4 * megabyte)
        return { size: 1, chunks: [putChunk(repository, bytes, gzipSync(bytes), '.gz'), absent] }
      },
    ],
    [
      'many empty chunks',
      /bomb .*differs from the file/,
      (repository) => {
        const empty = putChunk(repository, Buffer.alloc(0), gzipSync(''), '.gz')
        return { size: 1, chunks: [...Array(100).fill(empty), absent] }
      },
    ],
    [
      'a chunk that is too large after decompression',
      /is damaged/,
      (repository) => {
        const bytes = Buffer.alloc(64 * megabyte)
        return { size: bytes.length, chunks: [putChunk(repository, bytes, gzipSync(bytes), '.gz')] }
      },
    ],
    [
      'a stored chunk that is too large',
      /more than \d+ bytes/,
      (repository) => {
        const bytes = Buffer.alloc(8 * megabyte)
        return { size: bytes.length, chunks: [putChunk(repository, bytes, bytes, '')] }
      },
    ],
  ]
  it.for(bombs)(
    'is rejected: %s',
    async ([, message, bomb], { data, repository, target, restoreFrom, restored }) => {
      const { manifest } = await backUpToRepository(data.source, target())
      const file = { path: 'bomb', size: 0, sha256: absent, chunks: [], ...bomb(repository) }
      const files = [...manifest.files, file]
      await new RepositoryWriter(folderStore(repository)).putManifest({
        ...manifest,
        files,
        number: 2,
      })
      await expect(restoreFrom(repository)).rejects.toThrow(message)
      expect(existsSync(restored)).toBe(false)
    },
  )

  it('is rejected in a tar: entries with impossible sizes', async ({ data }) => {
    const path = join(data.folder, 'sizes.tar')
    for (const size of [-512n, -1n, BigInt(Number.MAX_SAFE_INTEGER), 1n << 62n]) {
      const header = new Header({ path: 'a', size: 0, mode: 0o600, type: 'File' })
      header.encode()
      const block = header.block ?? Buffer.alloc(512)
      // The size is in base 256, marked by the first bit. The checksum is the sum of all bytes, with spaces in its
      // own field.
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

it('does not read a file of a store beyond its size limit', async ({ data }) => {
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
