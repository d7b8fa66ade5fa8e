import type { Readable } from 'node:stream'
import type { Leads } from 'halvi-leads'
import type { LaunchFacts } from 'halvi-leads/contract'
import type { Permission } from 'halvi-leads/permissions'
import type * as z from 'zod'
import type { Member, Staff } from './member.ts'

/** What endpoints work with. */
export interface StaffContext {
  leads: Pick<Leads, 'staff' | 'audit' | 'previewLinks' | 'backlog'>
  staff: Pick<Staff, 'people' | 'nameOf'>
  /** What operators have set up, as it is now. */
  launch(): LaunchFacts
}

/** A request that may be answered: who asks, and what, as far as the endpoint's schemas say. */
export interface StaffRequest<Query, Body, By = Member> {
  by: By
  /** The parts of the path that are called `:id` or the like in it. */
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  context: StaffContext
}

/**
 * One endpoint of the API. The router, the description and the test of who may what are made of these
 * alone.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/staff/v1`, in Express' form. */
  path: string
  summary: string
  /**
   * `signed-in`: everybody who works here. `ticket`: whoever brings one, which was given to somebody who
   * may; where a browser proves who it is by a cookie it has to be theirs.
   */
  permission: Permission | 'signed-in' | 'ticket'
  /** Whether a request needs the password within the last 12 hours. */
  needsRecentSignIn?(body: unknown): boolean
  /** Parameters of the address; absent: it takes none. */
  query?: z.ZodObject
  /** Absent: it takes none. */
  body?: z.ZodType
  /** The longest body, in bytes; 64 kB unless told otherwise. */
  longestBody?: number
  /** The JSON of an answer with 200; absent, and no file either: 204, without any. */
  answer?: z.ZodType
  /** The type of what is answered as a `FileAnswer`, to be kept as a file. */
  file?: string
  /** Other answers than those that every endpoint may give: their status and what they mean. */
  problems?: Readonly<Record<number, string>>
  handle(request: StaffRequest<unknown, unknown, Member | undefined>): Promise<unknown>
}

/** A file for whoever asks, as a text or as it is read from a stream. */
export interface FileAnswer {
  name: string
  /** In place of the endpoint's. */
  type?: string
  content: string | Readable
  /** Told once all of it was sent, or no more of it will be. */
  ended?(isWhole: boolean): Promise<void>
}

/** Types what an endpoint is asked by its schemas. */
export function endpoint<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodVoid,
>(
  options: Omit<Endpoint, 'permission' | 'query' | 'body' | 'answer' | 'file' | 'handle'> & {
    query?: Query
    body?: Body
    answer?: Answer
  } & (
      | {
          permission: 'ticket'
          file: string
          /** `by` is known where a plain link proves it. */
          handle(
            request: StaffRequest<undefined, undefined, Member | undefined>,
          ): Promise<FileAnswer>
        }
      | {
          permission: Exclude<Endpoint['permission'], 'ticket'>
          file: string
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<FileAnswer>
        }
      | {
          permission: Exclude<Endpoint['permission'], 'ticket'>
          file?: undefined
          handle(request: StaffRequest<z.output<Query>, z.output<Body>>): Promise<z.input<Answer>>
        }
    ),
): Endpoint {
  // What it is asked was parsed by these very schemas.
  return options as unknown as Endpoint
}
