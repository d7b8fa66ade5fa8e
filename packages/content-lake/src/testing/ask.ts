import type { LakeFixture } from './lake-fixture.ts'

export interface ApiRequest {
  method?: string
  /** The JSON body. Requests with a body use POST by default. */
  body?: unknown
  headers?: Record<string, string>
}

/** Sends a request to a path of a lake's API. Returns redirects instead of following them. */
export function requestApi(
  { request }: Pick<LakeFixture, 'request'>,
  path: string,
  { method, body, headers = {} }: ApiRequest = {},
): Promise<Response> {
  return request(`/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Returns the JSON body of a response. */
export const jsonOf = async (response: Response) =>
  (await response.json()) as Record<string, string>
