import type { IncomingMessage, ServerResponse } from 'node:http'
import type { User } from '../users/user.ts'
import type { AuthContext } from './access.ts'

/** One request and the response to it. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** The request's address; its origin comes from the Host header. */
  url: URL
  /** Decoded path segments without the API version: `['assets', 'images', 'production']`, `['images', 'project', 'dataset', 'name.jpg']`. */
  segments: string[]
}

/** A request to the versioned API. */
export interface ApiExchange extends Exchange {
  /** `2025-02-19`, `1` or `X`. */
  version: string
  /** Who is authenticated, and by what; undefined for anonymous. */
  authContext: AuthContext | undefined
  /** Who asks; undefined for anonymous. */
  user: User | undefined
  /** Is it the server itself, which reads what is published? */
  isReader: boolean
}
