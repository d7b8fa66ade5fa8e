import { randomUUID } from 'node:crypto'
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { apiVersion } from '../api-version.ts'
import { startLake } from '../testing/lake-fixture.ts'

/** The system under test: an embedded lake, or a dataset at Sanity. */
export interface Subject {
  /** Returns a client with a token that may write. */
  client(config?: ClientConfig): SanityClient
  /** Returns a client without a token. The dataset is public. */
  visitor(config?: ClientConfig): SanityClient
  /** Returns a document id or type that no other run uses. */
  own(name: string): string
  /** Deletes the documents of this run. */
  close(): Promise<void>
}

/**
 * Starts an embedded lake on a free port. If CONTRACT_PROJECT_ID, CONTRACT_DATASET, and CONTRACT_TOKEN are set, uses
 * that dataset at Sanity instead. Create documents only with types from `own`: other documents are not deleted.
 */
export async function openSubject(): Promise<Subject> {
  const run = `contract-${randomUUID().slice(0, 8)}`
  const hosts = hosted() ?? (await embedded())
  return {
    ...hosts,
    own: (name) => `${run}-${name}`,
    async close() {
      const params = { run }
      await hosts.client().delete({ query: '*[string::startsWith(_type, $run)]', params })
      await hosts.end()
    },
  }
}

type Hosts = Pick<Subject, 'client' | 'visitor'> & { end(): Promise<void> }

function hosted(): Hosts | undefined {
  const { CONTRACT_PROJECT_ID: projectId, CONTRACT_DATASET, CONTRACT_TOKEN: token } = process.env
  if (!projectId || !token) return undefined
  const visitor = (config: ClientConfig = {}) =>
    createClient({
      projectId,
      dataset: CONTRACT_DATASET || 'production',
      useCdn: false,
      apiVersion,
      ...config,
    })
  const client = (config: ClientConfig = {}) => visitor({ token, ...config })
  return { visitor, client, end: async () => {} }
}

async function embedded(): Promise<Hosts> {
  const { client, visitor, close } = await startLake({ publicContent: true })
  return { client, visitor, end: close }
}
