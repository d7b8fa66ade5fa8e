import { randomBytes } from 'node:crypto'
import type { ClientConfig, SanityClient } from '@sanity/client'
import { afterAll } from 'vitest'
import type { AclMode } from './project/project-store.ts'
import { type LocalLake, type Seed, startLake } from './start-lake.ts'

export interface TestLakeOptions {
  /** An export, or documents, with which the dataset begins. */
  seed?: Seed
  /** Whether anonymous clients may read published documents. `public` by default. */
  aclMode?: AclMode
}

/** A dataset for the tests of one file. */
export interface TestLake {
  url: string
  projectId: string
  dataset: string
  /** The token of an administrator. */
  token: string
  /** Returns a client with this token. `config` overrides its options. */
  client(config?: ClientConfig): SanityClient
  /** Empties the dataset and imports the seed again. */
  reset(): Promise<void>
}

/** The lake of this process. Test files that share a process share it. */
const shared = globalThis as { [lakeOfProcess]?: Promise<LocalLake> }
const lakeOfProcess = Symbol.for('local-content-lake')

/**
 * Creates a dataset for a test file, in memory, and deletes it after the last test of the file. The lake starts with
 * the first call in a process, and ends with the process. Call it once at the top of a test file, and await it.
 */
export async function withLake({
  seed,
  aclMode = 'public',
}: TestLakeOptions = {}): Promise<TestLake> {
  shared[lakeOfProcess] ??= startLake({ port: 0, datasets: {} }).then((started) => {
    started.server.unref()
    process.once('exit', started.discard)
    return started
  })
  const lake = await shared[lakeOfProcess]
  const { url, project, tokens } = lake
  const dataset = `test-${randomBytes(6).toString('hex')}`
  project.create(dataset, aclMode, 'system')
  await lake.plant(dataset, seed)
  afterAll(() => project.delete(dataset))
  return {
    ...{ url, projectId: project.id, dataset, token: tokens.administrator },
    client: (config) => lake.client({ dataset, ...config }),
    async reset() {
      await project.empty(dataset)
      await lake.plant(dataset, seed)
    },
  }
}
