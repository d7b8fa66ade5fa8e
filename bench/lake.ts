import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@sanity/client'
import { openLake } from 'local-content-lake'
import { type Measurement, measure, summary } from './measuring/measure.ts'

/** Measures a query by id with `@sanity/client` over HTTP, with few and with many documents. */
export async function benchLake(): Promise<Measurement[]> {
  return [await queryById(200, 3), await queryById(5_000, 30)]
}

async function queryById(count: number, target: number): Promise<Measurement> {
  const directory = await mkdtemp(join(tmpdir(), 'halvi-bench-'))
  const project = { projectId: 'bench', dataset: 'bench' }
  const lake = await openLake({
    ...project,
    directory,
    token: 'bench',
    reader: { token: 'reader' },
  })
  const server = createServer((request, response) =>
    lake.handle(request, response, () => response.writeHead(404).end()),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = createClient({
    ...{ ...project, apiVersion: '2025-02-19', useProjectHostname: false, useCdn: false },
    apiHost: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // The site reads with this token as well.
    token: 'reader',
  })
  try {
    lake.dataset.transact(
      Array.from({ length: count }, (_, index) => ({
        create: {
          _id: `post-${index}`,
          _type: index % 2 ? 'post' : 'note',
          title: `Title ${index}`,
          body: 'words '.repeat(50),
          tags: ['a', 'b', String(index)],
        },
      })),
      { author: 'bench' },
    )
    let next = 0
    const times = await measure(500, () =>
      client.fetch('*[_id == $id][0]{title, tags}', { id: `post-${next++ % count}` }),
    )
    return {
      name: `query by id over ${count} documents`,
      ...summary(times),
      target: `≤ ${target} ms`,
    }
  } finally {
    server.closeAllConnections()
    server.close()
    await lake.close()
    await rm(directory, { recursive: true })
  }
}
