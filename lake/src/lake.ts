import { rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { keepFolderPrivate } from 'halvi-runtime/files/private-files'
import type { Log } from 'halvi-runtime/log'
import { createAssets } from './assets/index.ts'
import { checkAssetDocument } from './assets/originals/names.ts'
import { Dataset } from './dataset/dataset.ts'
import { keepHistory } from './dataset/pruning.ts'
import { createHandler, networkOfRequests } from './handler.ts'
import { createLogin, type LoginOptions } from './login/login.ts'
import { Accounts } from './users/accounts.ts'
import type { AccountEvent, SignedIn } from './users/user.ts'
import { UserStore } from './users/user-store.ts'

export interface LakeOptions {
  /** Holds everything that it keeps; made when absent. For one process at a time. */
  directory: string
  projectId: string
  dataset: string
  /** The bearer token that may read everything and write. */
  token: string
  /**
   * The bearer of this token reads published content, by queries and live events, and nothing else. Its
   * queries are evaluated in this process, at once and without a time limit: it is for the very server that
   * the lake is embedded in, whose queries are fixed.
   */
  reader?: { token: string }
  /** The origin in the addresses of assets; by default that of the request's Host header. */
  publicUrl?: () => string
  /** Lets browsers sign in, for a Studio; without it the token is the only way in. */
  login?: LoginOptions
  /** Forgets older history, at the start and once a day; kept for ever when absent. */
  keepHistoryDays?: number
  /** Lets anybody query published content and follow live events, within tight limits; 401 by default. */
  publicContent?: boolean
  /** Called when a limit of `limits.ts` is reached, with the limit's name. */
  onRefused?: (limit: string) => void
  /** Called after each change of an account. */
  onAccountEvent?: (event: AccountEvent) => void
  log?: Log
}

export type Lake = Awaited<ReturnType<typeof openLake>>

const HOUR_SECONDS = 3600

/** Opens a lake in a private directory, made when absent. Throws `LakeInUseError`, `UnusableFileError`. */
export async function openLake(options: LakeOptions) {
  const { directory, projectId, dataset: name, token, keepHistoryDays, log } = options
  if (token === '') throw new Error('The token must not be empty')
  if (options.reader?.token === '') throw new Error("The reader's token must not be empty")
  if (options.login?.password === '') throw new Error('The password must not be empty')
  const assetDirectory = join(directory, 'assets')
  for (const folder of [directory, assetDirectory]) keepFolderPrivate(folder, log)
  const dataset = new Dataset({
    directory,
    projectId,
    dataset: name,
    ...(log && { log }),
    checkNew: (document) => checkAssetDocument(document, assetDirectory),
    onListenerError: (err) => log?.error({ err }, 'a listener of the content lake failed'),
  })
  let users: UserStore
  try {
    users = new UserStore(directory, log)
  } catch (error) {
    dataset.close()
    throw error
  }
  // The key of former versions' sessions.
  rmSync(join(directory, 'session-key'), { force: true })
  const accounts = new Accounts({
    store: users,
    roles: options.login?.roles,
    productNames: options.login?.productNames,
    onEvent: (event) => {
      try {
        options.onAccountEvent?.(event)
      } catch (err) {
        log?.error({ err }, 'the account event handler failed')
      }
    },
  })
  const login = options.login && createLogin(options.login, accounts, options.onRefused)
  const assets = createAssets({
    ...options,
    directory: assetDirectory,
    documents: dataset,
    clientOf: networkOfRequests(login),
  })
  const readerToken = options.reader?.token
  const handler = createHandler({ ...options, dataset, assets, accounts, login, name, readerToken })
  const stopPruning =
    keepHistoryDays === undefined ? () => {} : keepHistory(dataset.history, keepHistoryDays, log)
  const expiry = setInterval(() => users.expireLinks(), HOUR_SECONDS * 1000).unref()
  let closing: Promise<void> | undefined
  return {
    dataset,
    assets,
    /** Connect-style: answers the versioned API, its images and files; calls `next` for all else. */
    handle: handler.handle,
    /** Returns whether a request, however its path is spelled, asks for a stream of events. */
    isStream: handler.isStream,
    /** Takes the lake's HTTP upgrades and returns true; false, with the socket untouched, for others. */
    upgrade: handler.upgrade,
    /** Returns a token that lets the first person in, valid for an hour by default. Throws without `login`. */
    setupToken: ({ seconds = HOUR_SECONDS } = {}): string => {
      if (!login) throw new Error('Nobody can sign in: the lake was opened without login')
      return login.setupTokens.make(seconds)
    },
    /** Whether nobody manages people yet, so that the password or such a token lets a first person in. */
    get needsSetup() {
      return login !== undefined && accounts.needsFirst
    },
    /** Returns who is signed in with a browser. Check the origin before changing anything: browsers send cookies for other sites. */
    sessionOf: (request: Pick<IncomingMessage, 'headers'>): SignedIn | undefined => {
      const session = login?.sessions.of(request)
      if (!login || !session) return undefined
      const { person: id, name, email, role } = session
      return {
        user: { id, name, email, role },
        sessionId: session.id,
        isRecent: login.sessions.isRecent(session),
        isCurrent: () => login.sessions.isCurrent(session),
      }
    },
    profiles: () => accounts.profiles(),
    /** Ends event streams and sockets, so that a server in front can stop; requests are still answered. */
    endStreams: handler.endStreams,
    /** Ends streams, then the database. Idempotent. */
    close: () => {
      closing ??= (async () => {
        stopPruning()
        clearInterval(expiry)
        handler.close()
        await assets.close()
        dataset.close()
        users.close()
      })()
      return closing
    },
  }
}
