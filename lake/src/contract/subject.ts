import { randomUUID } from 'node:crypto'
import { type ClientConfig, createClient, type SanityClient } from '@sanity/client'
import { startLake } from '../testing/lake-fixture.ts'

/** What the contract is tested on: an embedded lake, or a dataset at Sanity. */
export interface Subject {
  /** With a token that may write. */
  client(config?: ClientConfig): SanityClient
  /** Without a token. The dataset is public. */
  visitor(config?: ClientConfig): SanityClient
  /** A document's id, or a type, that no other run uses. */
  own(name: string): string
  /** Deletes what this run has made. */
  close(): Promise<void>
}

/**
 * An embedded lake on a free port; where CONTRACT_PROJECT_ID, CONTRACT_DATASET and CONTRACT_TOKEN
 * are set, that dataset at Sanity instead. Documents' types have to come from `own`, or they stay.
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
      apiVersion: '2025-02-19',
      ...config,
    })
  const client = (config: ClientConfig = {}) => visitor({ token, ...config })
  return { visitor, client, end: async () => {} }
}

async function embedded(): Promise<Hosts> {
  const { client, visitor, close } = await startLake({ publicContent: true })
  return { client, visitor, end: close }
}
