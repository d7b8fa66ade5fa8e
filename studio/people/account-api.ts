import { useCallback } from 'react'
import { useClient } from 'sanity'

/** A role that can be given. */
export interface Role {
  name: string
  title: string
  description: string
}

/** Somebody who works here or did. Times are ISO 8601. */
export interface Person {
  id: string
  name: string
  email: string
  role: string
  joined: string
  removed: string | null
  /** When they were last here. */
  seen: string | null
}

/** Somebody who has not come yet. */
export interface Invitation {
  id: string
  email: string
  role: string
  /** The name of who has invited them. */
  maker: string
  expires: string
}

export interface People {
  roles: Role[]
  people: Person[]
  invitations: Invitation[]
}

/** A link that was made; its token is told this once. */
export interface MadeLink {
  token: string
  expires: string
}

/** A browser that the person has signed in with. */
export interface Session {
  id: string
  created: string
  used: string
  browser: string
  network: string
  isThis: boolean
}

/** Asks the server about accounts: `get` a path, or `post` to it. They throw Errors with a message for people. */
export function useAccounts() {
  const client = useClient({ apiVersion: '1' })
  const get = useCallback(<T>(uri: string) => client.request<T>({ uri }), [client])
  const post = useCallback(
    <T>(uri: string, body: object = {}) => client.request<T>({ uri, method: 'POST', body }),
    [client],
  )
  return { get, post }
}

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  const body = (error as { response?: { body?: { message?: unknown } } }).response?.body
  return typeof body?.message === 'string' ? `${body.message}.` : 'The server did not answer.'
}

/** Where a link leads that was made here. */
export function addressOf(kind: 'invitation' | 'reset', token: string): string {
  return `${location.origin}/studio#${kind}=${token}`
}

/** A moment as people read it. */
export function at(time: string): string {
  return new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
