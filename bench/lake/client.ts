import { createClient } from '@sanity/client'

/** Returns a client of a lake on this port. */
export const clientOf = (port: number, token: string) =>
  createClient({
    projectId: 'bench',
    dataset: 'bench',
    apiVersion: '2025-02-19',
    apiHost: `http://127.0.0.1:${port}`,
    useProjectHostname: false,
    useCdn: false,
    token,
  })
