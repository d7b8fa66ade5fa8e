import type { IncomingMessage } from 'node:http'
import type { Log } from 'halvi-kit/log'
import { openComments } from './dataset/comments.ts'
import type { Dataset } from './dataset/dataset.ts'
import { startPruning } from './dataset/pruning.ts'
import type { DocumentLimits } from './documents/document-limits.ts'
import { createEmbeddedHandler } from './embedded-handler.ts'
import { networkOfRequests } from './http/clients.ts'
import { createLogin, type LoginOptions } from './login/login.ts'
import { openContent } from './project/open-content.ts'
import { Accounts } from './users/accounts.ts'
import type { AccountEvent, SignedIn } from './users/user.ts'
import { UserStore } from './users/user-store.ts'

export interface LakeOptions extends DocumentLimits {
  /** The folder for all data, created if missing. Only one process may have it open. */
  directory: string
  projectId: string
  dataset: string
  /** The bearer token with full read and write access. */
  token: string
  /**
   * A bearer token that reads published content, by queries and live events, and nothing else. Its queries run in
   * this process, immediately. Those that take longer than a quarter of a second run in a child process instead. Give it
   * only to the server that embeds the lake, whose queries are fixed.
   */
  reader?: { token: string }
  /** Returns the origin in the URLs of assets. By default the origin of the request's Host header. */
  publicUrl?: () => string
  /** Lets people sign in from a browser, for a Studio. Without it, the token is the only way in. */
  login?: LoginOptions
  /** Prunes history older than this, at startup and once a day. By default history is kept forever. */
  keepHistoryDays?: number
  /** Publishes scheduled releases at their time. True by default. */
  publishesScheduled?: boolean
  /** Lets anyone query published content and follow live events, within tight limits. By default they get 401. */
  publicContent?: boolean
  /** Called with a limit's name when a client reaches a limit of `limits.ts`. */
  onRefused?: (limit: string) => void
  /** Called after each change to an account. */
  onAccountEvent?: (event: AccountEvent) => void
  log?: Log
}

export type Lake = Awaited<ReturnType<typeof openLake>>

const HOUR_SECONDS = 3600

/**
 * Opens a lake in a private directory and creates the directory if missing. Throws `LakeInUseError`,
 * `UnusableFileError`.
 */
export async function openLake(options: LakeOptions) {
  const { directory, projectId, dataset: name, token, keepHistoryDays, log } = options
  if (token === '') throw new Error('The token must not be empty')
  if (options.reader?.token === '') throw new Error("The reader's token must not be empty")
  if (options.login?.password === '') throw new Error('The password must not be empty')
  const content = openContent({ ...options, name, networkOf: networkOfRequests(options.login) })
  const { dataset, assets } = content
  let users: UserStore
  let comments: Dataset | undefined
  try {
    comments =
      options.login &&
      openComments({
        ...{ directory, projectId, dataset: name },
        ...(log && { log }),
        onListenerError: (err) => log?.error({ err }, 'content lake listener failed'),
      })
    users = new UserStore(directory, log)
  } catch (error) {
    comments?.close()
    await content.close()
    throw error
  }
  const accounts = new Accounts({
    store: users,
    roles: options.login?.roles,
    productNames: options.login?.productNames,
    mailInvitation: options.login?.mailInvitation,
    onEvent: (event) => {
      try {
        options.onAccountEvent?.(event)
      } catch (err) {
        log?.error({ err }, 'account event handler failed')
      }
    },
  })
  const login = options.login && createLogin(options.login, accounts)
  const readerToken = options.reader?.token
  const handler = createEmbeddedHandler({
    ...{ ...options, dataset, comments, assets, accounts, login, name, readerToken },
  })
  const stopPruning =
    comments && keepHistoryDays !== undefined
      ? startPruning(comments.history, keepHistoryDays, log)
      : () => {}
  const expiry = setInterval(() => users.expireLinks(), HOUR_SECONDS * 1000).unref()
  let closing: Promise<void> | undefined
  return {
    dataset,
    assets,
    /**
     * A Connect-style handler: answers the versioned API, images, and files, and calls `next` for all other requests.
     */
    handle: handler.handle,
    /**
     * Takes over the lake's HTTP upgrades and returns true. Returns false and leaves the socket untouched for other
     * requests.
     */
    upgrade: handler.upgrade,
    /**
     * Returns a token with which the first person creates an account. Valid for an hour by default. Throws without
     * `login`.
     */
    setupToken: ({ seconds = HOUR_SECONDS } = {}): string => {
      if (!login) throw new Error('Nobody can sign in: the lake was opened without login')
      return login.setupTokens.make(seconds)
    },
    /** Whether no account manages people yet. Then the setup password or a setup token creates the first account. */
    get needsSetup() {
      return login !== undefined && accounts.needsSetup
    },
    /**
     * Returns the signed-in user of a request, or undefined. Check the request's origin before changing anything:
     * browsers send cookies with requests from other sites, too.
     */
    sessionOf: (request: Pick<IncomingMessage, 'headers'>): SignedIn | undefined => {
      const session = login?.sessions.of(request)
      if (!login || !session) return undefined
      const { person: id, name, email, role } = session
      return {
        user: { id, name, email, roles: role.split(',') },
        sessionId: session.id,
        isRecent: login.sessions.isRecent(session),
        isCurrent: () => login.sessions.isCurrent(session),
      }
    },
    profiles: () => accounts.profiles(),
    /** Closes event streams and sockets, so that an HTTP server can shut down. Requests are still answered. */
    endStreams: handler.endStreams,
    /** Closes all streams, then the database. Idempotent. */
    close: () => {
      closing ??= (async () => {
        stopPruning()
        clearInterval(expiry)
        handler.close()
        await content.close()
        comments?.close()
        users.close()
      })()
      return closing
    },
  }
}
