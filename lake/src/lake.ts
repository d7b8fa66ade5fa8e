import { rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { keepFolderPrivate } from 'halvi-runtime/files/private-files'
import { networkOf } from 'halvi-runtime/network'
import { type Assets, createAssets } from './assets/index.ts'
import { checkAssetDocument } from './assets/originals/check-asset-document.ts'
import { Dataset } from './dataset/dataset.ts'
import { keepHistory } from './dataset/pruning.ts'
import { createHandler } from './handler.ts'
import { createLogin } from './login/login.ts'
import type { LakeOptions } from './options.ts'
import { Accounts } from './users/accounts.ts'
import type { Person, SignedIn } from './users/people.ts'
import { UserStore } from './users/user-store.ts'

/** A dataset and its HTTP API. */
export interface Lake {
  readonly dataset: Dataset
  readonly assets: Assets
  /** Connect-style: answers the versioned API, its images and files; calls `next` for all else. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Returns whether a request, however its path is spelled, asks for a stream of events. */
  isStream(request: IncomingMessage): boolean
  /**
   * Takes an HTTP upgrade that is for the lake (event streams, presence) and returns true;
   * returns false, with the socket untouched, for one that is not.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /**
   * A token for a link that lets the first person in, as the password does: the Studio asks them for
   * name, address and a password of their own. Good for an hour unless told otherwise. Throws when the
   * lake was opened without `login`.
   */
  setupToken(options?: { seconds?: number }): string
  /** Whether nobody manages people yet: then the password, or such a token, lets a first person in. */
  readonly needsSetup: boolean
  /**
   * Who is signed in with the browser that sent a request; undefined for anybody else, bearers of the
   * token too. A browser sends its cookie with what other sites make it send: whoever changes something
   * upon a request asks first where it comes from.
   */
  sessionOf(request: Pick<IncomingMessage, 'headers'>): SignedIn | undefined
  /** Everybody who works here or did. */
  profiles(): Person[]
  /** Ends event streams and sockets, so that a server in front can stop; requests are still answered. */
  endStreams(): void
  /** Ends streams, then the database. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens a lake; the directory is made when absent, and its owner's alone. Throws `LakeInUseError` when
 * another process holds it, `UnusableFileError` when one of its files is damaged or of a newer version.
 */
export async function openLake(options: LakeOptions): Promise<Lake> {
  const { directory, projectId, dataset: name, token, publicUrl, keepHistoryDays } = options
  const { onRefused, log } = options
  if (token === '') throw new Error('The token must not be empty')
  if (options.reader?.token === '') throw new Error("The reader's token must not be empty")
  if (options.login?.password === '') throw new Error('The password must not be empty')
  for (const folder of [directory, join(directory, 'assets')]) keepFolderPrivate(folder, log)
  const dataset = new Dataset({
    directory,
    projectId,
    dataset: name,
    ...(log && { log }),
    checkNew: (document) => checkAssetDocument(document, join(directory, 'assets')),
    onListenerError: (err) => log?.error({ err }, 'a listener of the content lake failed'),
  })
  /** What can't be opened leaves the dataset to whoever tries next. */
  const orClose = <Part>(make: () => Part): Part => {
    try {
      return make()
    } catch (error) {
      dataset.close()
      throw error
    }
  }
  const users = orClose(() => new UserStore(directory, log))
  // The key of former versions' sessions, which were none of a person's.
  rmSync(join(directory, 'session-key'), { force: true })
  const accounts = new Accounts({
    store: users,
    roles: options.login?.roles,
    productNames: options.login?.productNames,
    onEvent: (event) => {
      try {
        options.onAccountEvent?.(event)
      } catch (err) {
        log?.error({ err }, 'what was done with an account could not be told')
      }
    },
  })
  const login = options.login && createLogin(options.login, accounts)
  const assets = createAssets({
    directory: join(directory, 'assets'),
    projectId,
    dataset: name,
    documents: dataset,
    clientOf: (request) =>
      networkOf(login?.addressOf(request) ?? request.socket.remoteAddress ?? ''),
    ...(onRefused && { onRefused }),
    ...(log && { log }),
  })
  const handler = createHandler({
    dataset,
    assets,
    accounts,
    login,
    projectId,
    name,
    token,
    readerToken: options.reader?.token,
    publicUrl,
    publicContent: options.publicContent,
    onRefused,
    log,
  })
  const stopPruning =
    keepHistoryDays === undefined ? () => {} : keepHistory(dataset.history, keepHistoryDays, log)
  const expiry = setInterval(() => users.forgetExpired(), HOUR_SECONDS * 1000).unref()
  let closing: Promise<void> | undefined
  return {
    dataset,
    assets,
    handle: handler.handle,
    isStream: handler.isStream,
    upgrade: handler.upgrade,
    setupToken: ({ seconds = HOUR_SECONDS } = {}) => {
      if (!login) throw new Error('Nobody can sign in: the lake was opened without login')
      return login.setupTokens.make(seconds)
    },
    get needsSetup() {
      return login !== undefined && accounts.needsFirst
    },
    sessionOf: (request) => {
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
    endStreams: () => handler.endStreams(),
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

const HOUR_SECONDS = 3600
