import { useCallback, useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { asSentence } from '../staff-request.ts'

/** A role that administrators can assign. */
export interface Role {
  name: string
  title: string
  description: string
  /** The field that people with this role can be limited by. With `language`, the role `author:ar` is for Arabic. */
  limitedBy?: 'language'
}

/** A current or former staff member. Times are in ISO 8601 format. */
export interface Person {
  id: string
  name: string
  email: string
  /** Names of roles. */
  roles: string[]
  joined: string
  removed: string | null
  seen: string | null
}

/** An invitation that has not been accepted yet. */
export interface Invitation {
  id: string
  email: string
  /** Names of roles. */
  roles: string[]
  maker: string
  expires: string
}

export interface People {
  roles: Role[]
  people: Person[]
  invitations: Invitation[]
}

/** A session of the user in a browser. */
export interface BrowserSession {
  id: string
  created: string
  used: string
  browser: string
  network: string
  isThis: boolean
}

/** Returns a function that sends POST requests to the accounts API. For error messages, use `messageOf`. */
export function usePost() {
  const client = useClient({ apiVersion: '1' })
  return useCallback(
    <T>(uri: string, body: object = {}) => client.request<T>({ uri, method: 'POST', body }),
    [client],
  )
}

/** Returns the data at a path of the accounts API, with functions that change it and load it again. */
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
  // Keeps the error until the retry succeeds, because the retry button is part of the error.
  const retry = async () => {
    if (await load()) setProblem(undefined)
  }
  /** Sends a change, then loads the data again. Resolves to true on success, after calling `onDone` with the response. */
  const act = async (uri: string, body?: object, onDone = (_response: unknown) => {}) => {
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

/** Returns an error message for the user. */
export function messageOf(error: unknown): string {
  const body = (error as { response?: { body?: { message?: unknown } } }).response?.body
  return typeof body?.message === 'string' ? asSentence(body.message) : 'Can’t reach the server.'
}
