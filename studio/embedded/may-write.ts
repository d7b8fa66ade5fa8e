import type { SanityClient } from '@sanity/client'

/** Whether the role of who is signed in may write content, as the content API tells it. */
export async function mayWrite(client: SanityClient): Promise<boolean> {
  const { projectId, dataset } = client.config()
  const grants = await client.request<{ permissions: string[] }[]>({
    uri: `/projects/${projectId}/datasets/${dataset}/acl`,
  })
  return grants.some(({ permissions }) => permissions.includes('update'))
}
