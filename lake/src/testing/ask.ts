import type { LakeFixture } from './lake-fixture.ts'

export interface AskOptions {
  method?: string
  /** What is sent as JSON, with POST unless told otherwise. */
  body?: unknown
  headers?: Record<string, string>
}

/** Asks a lake for a path of its API; redirects are answers. */
export function askOf(
  { request }: Pick<LakeFixture, 'request'>,
  path: string,
  { method, body, headers = {} }: AskOptions = {},
): Promise<Response> {
  return request(`/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** What an answer says. */
export const read = async (response: Response) => (await response.json()) as Record<string, string>
