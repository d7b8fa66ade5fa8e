import type { Readable } from 'node:stream'
import type { LeadsOffice } from 'halvi-leads/office'
import type { Permission } from 'halvi-leads/permissions'
import type * as z from 'zod'
import type { Member, Staff } from './member.ts'

/** The parts of the server that endpoints use. */
export interface ApiContext {
  leads: Pick<LeadsOffice, 'staff' | 'previewLinks' | 'backlog' | 'waves'>
  staff: Pick<Staff, 'people'>
}

/** A request that has passed the checks of the router. */
export interface StaffRequest<Query, Body, By = Member> extends ApiContext {
  by: By
  /** The path parameter `:id` or `:ticket`; empty if the path has none. */
  id: string
  query: Query
  body: Body
}

/**
 * One endpoint of the API. The router and the test of permissions are derived from these definitions.
 */
export interface StaffEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below `/staff/v1`, in the syntax of Express. */
  path: string
  summary: string
  /**
   * The permission that a request requires.
   *
   * - `signed-in`: every staff member.
   * - `ticket`: anyone with a ticket that was issued to a staff member with the permission. If browsers identify
   * staff by a cookie, the ticket must belong to the same person.
   */
  permission: Permission | 'signed-in' | 'ticket'
  /** Returns whether the request requires that the password was entered within the last 12 hours. */
  needsRecentSignIn?(body: unknown): boolean
  /** The schema of query parameters. Absent: the endpoint has none. */
  query?: z.ZodObject
  /** The schema of the body. Absent: the endpoint has none. */
  body?: z.ZodType
  /** The maximum size of the body, in bytes. Default: 64 kB. */
  maxBodyBytes?: number
  /** The schema of the JSON in a 200 response. Without this and `file`, the response is 204. */
  response?: z.ZodType
  /** The type of the response if it is a `FileResponse`, which browsers download. */
  file?: string
  handle(request: StaffRequest<unknown, unknown, Member | undefined>): Promise<unknown>
}

/** A file to download, as text or as a stream. */
export interface FileResponse {
  name: string
  /** Overrides the type of the endpoint. */
  type?: string
  content: string | Readable
  /** Called when the file has been sent, or when sending has stopped early. */
  ended?(isComplete: boolean): Promise<void>
}

type Options = Omit<
  StaffEndpoint,
  'method' | 'path' | 'summary' | 'permission' | 'query' | 'body' | 'response' | 'file' | 'handle'
>

/** Returns an endpoint for a route such as `GET /leads/:id`. The types of its handler follow from its schemas. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodVoid,
>(
  route: `${StaffEndpoint['method']} /${string}`,
  summary: string,
  options: Options & { query?: Query; body?: Body; response?: Result } & (
      | {
          permission: 'ticket'
          file: string
          /** `by` is known only if a cookie identifies the staff member. */
          handle(
            request: StaffRequest<undefined, undefined, Member | undefined>,
          ): Promise<FileResponse>
        }
      | {
          permission: Exclude<StaffEndpoint['permission'], 'ticket'>
          file: string
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<FileResponse>
        }
      | {
          permission: Exclude<StaffEndpoint['permission'], 'ticket'>
          file?: undefined
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<z.input<Result>>
        }
    ),
): StaffEndpoint {
  const [method, path] = route.split(' ')
  // The cast is safe because the query and body are parsed with these schemas.
  return { method, path, summary, ...options } as unknown as StaffEndpoint
}
