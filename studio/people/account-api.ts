import { useCallback, useEffect, useState } from 'react'
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
  seen: string | null
}

/** Somebody who has not come yet. */
export interface Invitation {
  id: string
  email: string
  role: string
  maker: string
  expires: string
}

export interface People {
  roles: Role[]
  people: Person[]
  invitations: Invitation[]
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

/** Returns what posts to the API for accounts. It throws Errors with a message for people. */
export function usePost() {
  const client = useClient({ apiVersion: '1' })
  return useCallback(
    <T>(uri: string, body: object = {}) => client.request<T>({ uri, method: 'POST', body }),
    [client],
  )
}

/** Returns what the API for accounts has at a path, and what changes it and loads it again. */
export function useResource<Data>(path: string) {
  const client = useClient({ apiVersion: '1' })
  const post = usePost()
  const [data, setData] = useState<Data>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async () => {
    try {
      setData(await client.request<Data>({ uri: path }))
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    }
  }, [client, path])
  useEffect(() => void load(), [load])
  // What went wrong stays until then: the button that was pressed is beside it.
  const retry = async () => {
    if (await load()) setProblem(undefined)
  }
  /** Resolves to whether it was done; its answer goes to `onDone`. */
  const act = async (uri: string, body?: object, onDone = (_answer: unknown) => {}) => {
    setProblem(undefined)
    try {
      onDone(await post(uri, body))
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    } finally {
      await load()
    }
  }
  return { data, problem, retry, act }
}

/** Returns what went wrong, for people. */
export function messageOf(error: unknown): string {
  const body = (error as { response?: { body?: { message?: unknown } } }).response?.body
  return typeof body?.message === 'string' ? `${body.message}.` : 'The server did not answer.'
}

/** Returns a moment as people read it. */
export const at = (time: string): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
