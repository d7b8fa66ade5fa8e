import type { Readable } from 'node:stream'
import type { Leads } from 'halvi-leads'
import type { LaunchFacts } from 'halvi-leads/contract'
import type { Permission } from 'halvi-leads/permissions'
import type * as z from 'zod'
import type { Member, Staff } from './member.ts'

/** The parts of the server that endpoints use. */
export interface ApiContext {
  leads: Pick<Leads, 'staff' | 'audit' | 'previewLinks' | 'backlog'>
  staff: Pick<Staff, 'people' | 'nameOf'>
  /** Returns what operators have set up, as it is now. */
  launch(): LaunchFacts
}

/** A request that may be answered. */
export interface StaffRequest<Query, Body, By = Member> extends ApiContext {
  by: By
  /** The part of the path that is called `:id` or `:ticket`; empty without one. */
  id: string
  query: Query
  body: Body
}

/** One endpoint of the API. The router, the description and the test of permissions are made of these alone. */
export interface StaffEndpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/staff/v1`, in Express' form. */
  path: string
  summary: string
  /**
   * `signed-in`: everybody who works here. `ticket`: everybody who has one, which was given to somebody with
   * the permission; where a browser proves by a cookie who sends the request, it has to be theirs.
   */
  permission: Permission | 'signed-in' | 'ticket'
  /** Whether a request needs the password within the last 12 hours. */
  needsRecentSignIn?(body: unknown): boolean
  /** Parameters of the address; absent: it takes none. */
  query?: z.ZodObject
  /** Absent: it takes none. */
  body?: z.ZodType
  /** The maximum length of a body, in bytes; 64 kB by default. */
  longestBody?: number
  /** The JSON of a response with 200; absent, and no file either: 204. */
  answer?: z.ZodType
  /** The type of a `FileAnswer`, to be stored as a file. */
  file?: string
  /** Other responses than those of every endpoint: their status and meaning. */
  problems?: Readonly<Record<number, string>>
  handle(request: StaffRequest<unknown, unknown, Member | undefined>): Promise<unknown>
}

/** A file, as a text or as it is read from a stream. */
export interface FileAnswer {
  name: string
  /** Overrides the endpoint's. */
  type?: string
  content: string | Readable
  /** Called once all of it was sent, or no more of it will be. */
  ended?(isWhole: boolean): Promise<void>
}

type Options = Omit<
  StaffEndpoint,
  'method' | 'path' | 'summary' | 'permission' | 'query' | 'body' | 'answer' | 'file' | 'handle'
>

/** Returns the endpoint of a route such as `GET /leads/:id`, with the types of its schemas for its handler. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodVoid,
>(
  route: `${StaffEndpoint['method']} /${string}`,
  summary: string,
  options: Options & { query?: Query; body?: Body; answer?: Answer } & (
      | {
          permission: 'ticket'
          file: string
          /** `by` is known where a plain link proves it. */
          handle(
            request: StaffRequest<undefined, undefined, Member | undefined>,
          ): Promise<FileAnswer>
        }
      | {
          permission: Exclude<StaffEndpoint['permission'], 'ticket'>
          file: string
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<FileAnswer>
        }
      | {
          permission: Exclude<StaffEndpoint['permission'], 'ticket'>
          file?: undefined
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<z.input<Answer>>
        }
    ),
): StaffEndpoint {
  const [method, path] = route.split(' ')
  // Its query and body were parsed by these very schemas.
  return { method, path, summary, ...options } as unknown as StaffEndpoint
}
