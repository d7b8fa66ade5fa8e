import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockDirectory } from 'halvi-kit/files/directory-lock'
import { keepFolderPrivate } from 'halvi-kit/files/private-files'
import type { Log } from 'halvi-kit/log'
import { LakeInUseError } from '../errors/errors.ts'
import { evaluateRules } from '../evaluation/hook-rules.ts'
import type { AuthContext } from '../http/access.ts'
import { evaluatorClients, networkOfRequests } from '../http/clients.ts'
import { Accounts } from '../users/accounts.ts'
import { hashToken, newToken, randomId } from '../users/secret-token.ts'
import { permissionsIn, rolesNamed, userOf } from '../users/user.ts'
import { UserStore } from '../users/user-store.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { checkDatasetName } from './dataset-name.ts'
import { type Datasets, datasetExists, datasetNotFound } from './datasets.ts'
import { type Content, openContent } from './open-content.ts'
import { originPolicy } from './origins.ts'
import { type AclMode, type OriginRow, ProjectStore } from './project-store.ts'
import { type ServedDataset, serveDataset } from './served-dataset.ts'
import { TOKEN_ROLES, type TokenRole } from './token-roles.ts'

export interface ProjectOptions {
  /** The folder for all data, created if missing. Only one process may have it open. */
  directory: string
  projectId: string
  /** Whether webhooks may lead to this machine or a private network. False by default. */
  allowsLocalWebhooks?: boolean
  /** Whether the data only has to exist until the project is closed. Then queries run in this process. */
  temporary?: boolean
  publishesScheduled?: boolean
  log?: Log | undefined
}

interface OpenDataset {
  content: Content
  served: ServedDataset
}

/** The folder of the datasets, inside the folder of the project. */
const DATASETS_FOLDER = 'datasets'

/** Several datasets with what they share: tokens, CORS origins, aliases, and users. */
export class Project implements Datasets {
  readonly id: string
  readonly store: ProjectStore
  readonly accounts: Accounts
  readonly webhooks: Webhooks
  readonly #users: UserStore
  readonly #lock: { release(): void }
  readonly #open = new Map<string, OpenDataset>()
  readonly #options: ProjectOptions
  /** Ends the streams and sockets of clients whose token was removed. */
  endUnauthenticated = () => {}
  readonly #clientOf = evaluatorClients(undefined, true)

  /** Opens a project and its datasets. Throws `LakeInUseError`, `UnusableFileError`. */
  static async open(options: ProjectOptions): Promise<Project> {
    const project = new Project(options)
    try {
      for (const { name } of project.store.datasets.all()) project.#openDataset(name)
      return project
    } catch (error) {
      await project.close()
      throw error
    }
  }

  private constructor(options: ProjectOptions) {
    const { directory, projectId, temporary = false, log } = options
    this.#options = options
    this.id = projectId
    for (const folder of [directory, join(directory, DATASETS_FOLDER)]) {
      keepFolderPrivate(folder, log)
    }
    this.#lock = lockDirectory(directory, (pid) => new LakeInUseError(directory, pid))
    try {
      this.store = new ProjectStore(directory, log, !temporary)
      this.#users = new UserStore(directory, log, !temporary)
      this.accounts = new Accounts({ store: this.#users })
      this.webhooks = new Webhooks({
        ...{ projectId, store: this.store.webhooks },
        allowsLocal: options.allowsLocalWebhooks === true,
        evaluate: evaluateRules((name) => this.#evaluatorOf(name)),
        onError: (err) => log?.error({ err }, 'webhook failed'),
      })
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  /** The folder for all data. */
  get directory(): string {
    return this.#options.directory
  }

  /** Returns how pages of an origin may use the API, see `originPolicy`. */
  cors(origin: string): ReturnType<ReturnType<typeof originPolicy>> {
    return originPolicy(this.store)(origin)
  }

  find(name: string): ServedDataset | undefined {
    const target = name.startsWith('~') ? this.store.aliases.get(name.slice(1))?.dataset : name
    return this.#open.get(target ?? '')?.served
  }

  *all(): Generator<ServedDataset> {
    for (const { served } of this.#open.values()) yield served
  }

  /** Returns the documents and assets of a dataset. Throws a `LakeError` 404 if it does not exist. */
  content(name: string): Content {
    const found = this.#open.get(name)
    if (!found) throw datasetNotFound(name, this.id)
    return found.content
  }

  /** Creates an empty dataset. Throws a `LakeError` 400 for an invalid name, 409 if it exists. */
  create(name: string, acl: AclMode, author: string): void {
    checkDatasetName(name)
    this.#checkFree(name)
    this.#add(name, acl, author)
  }

  /** Copies a dataset with its history and assets. Throws as `create` does, and 404 if the source does not exist. */
  copy(from: string, to: string, author: string): void {
    checkDatasetName(to)
    this.#checkFree(to)
    const { dataset } = this.content(from)
    dataset.checkpoint()
    const folder = this.#folderOf(from)
    const isCopied = (path: string) =>
      path === folder || !/(lock\.(db|pid)|-wal|-shm|assets\/cache)$/.test(path)
    cpSync(folder, this.#folderOf(to), {
      recursive: true,
      filter: isCopied,
    })
    this.#add(to, this.store.datasets.get(from)?.acl ?? 'private', author)
  }

  /**
   * Deletes a dataset and ends its streams. Its aliases stay, without a dataset. Throws a `LakeError` 404 if it does not
   * exist.
   */
  async delete(name: string): Promise<void> {
    await this.#closeDataset(name)
    for (const alias of this.store.aliases.all()) {
      if (alias.dataset === name) this.store.aliases.set(alias.name, { ...alias, dataset: null })
    }
    // After a crash here, the folder stays until a dataset with its name is created.
    this.store.datasets.delete(name)
    rmSync(this.#folderOf(name), { recursive: true, force: true })
  }

  /** Empties a dataset, also of its history and assets, and ends its streams. */
  async empty(name: string): Promise<void> {
    await this.#closeDataset(name)
    rmSync(this.#folderOf(name), { recursive: true, force: true })
    this.#openDataset(name)
  }

  /** Creates a token. The store has only its hash. */
  addToken(
    label: string,
    role: TokenRole,
    value: string = `sk${newToken()}`,
    id = `si${randomId()}`,
  ) {
    const row = { id, hash: hashToken(value), label, role, created: new Date().toISOString() }
    this.store.tokens.set(id, row)
    return { row, value }
  }

  /** Lets pages of an origin use the API. Returns undefined if they may already. */
  allowOrigin(origin: string, allowCredentials: boolean): OriginRow | undefined {
    const known = this.store.origins.all()
    if (known.some((one) => one.origin === origin)) return undefined
    const id = Math.max(0, ...known.map((one) => one.id)) + 1
    const row = { id, origin, allowCredentials, created: new Date().toISOString() }
    this.store.origins.set(String(id), row)
    return row
  }

  /** Returns the client with a token of this project. */
  clientWith(token: string): AuthContext | undefined {
    const hashed = hashToken(token)
    const found = this.store.tokens.all().find(({ hash }) => hash === hashed)
    if (!found) return undefined
    const roles = rolesNamed(TOKEN_ROLES, found.role)
    const { id, label: name } = found
    return {
      user: { ...userOf({ id, name, email: '' }, roles), provider: 'sanity-token' },
      may: permissionsIn(roles),
      isRecent: () => true,
      isCurrent: () => this.store.tokens.get(id) !== undefined,
    }
  }

  /** Closes all datasets and unlocks the folder. */
  async close(): Promise<void> {
    this.webhooks.close()
    for (const name of [...this.#open.keys()]) await this.#closeDataset(name)
    this.#users.close()
    this.store.close()
    this.#lock.release()
  }

  /** Throws if a dataset exists. Removes what a crash left of one that was not completed. */
  #checkFree(name: string): void {
    if (this.#open.has(name) || this.store.datasets.get(name)) throw datasetExists(name)
    rmSync(this.#folderOf(name), { recursive: true, force: true })
  }

  #add(name: string, acl: AclMode, author: string): void {
    this.#openDataset(name)
    this.store.datasets.set(name, { name, acl, created: new Date().toISOString(), author })
  }

  #folderOf(name: string): string {
    return join(this.directory, DATASETS_FOLDER, name)
  }

  #openDataset(name: string): void {
    const { projectId, temporary, publishesScheduled, log } = this.#options
    const directory = this.#folderOf(name)
    const networkOf = networkOfRequests(undefined)
    const content = openContent({
      ...{ directory, projectId, name, networkOf, log, publishesScheduled },
      durable: !temporary,
      likeSanity: true,
    })
    const served = serveDataset({
      ...content,
      ...{ projectId, name, accounts: this.accounts, clientOf: this.#clientOf, log },
      inProcess: temporary,
      openness: () => (this.store.datasets.get(name)?.acl === 'public' ? 'public' : 'private'),
    })
    content.dataset.onTransaction((transaction) => this.webhooks.publish(name, transaction))
    this.#open.set(name, { content, served })
  }

  /** Returns the evaluator of a dataset, or any if the name is `*`. */
  #evaluatorOf(name: string) {
    const [first] = this.all()
    return (name === '*' ? first : this.find(name))?.evaluator
  }

  async #closeDataset(name: string): Promise<void> {
    const found = this.#open.get(name)
    if (!found) throw datasetNotFound(name, this.id)
    this.#open.delete(name)
    found.served.close()
    await found.content.close()
  }
}
