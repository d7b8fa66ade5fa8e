import { existsSync, readFileSync } from 'node:fs'
import { replacePrivateFile } from 'halvi-kit/files/private-files'
import type { Logger } from 'pino'
import { isLanguageCode, isPersonalPath, isTaken } from './addresses.ts'
import type { Content } from './content/content.ts'
import type { ContentUpdates } from './content/content-updates.ts'
import { LANGUAGES_QUERY } from './content/queries/settings.ts'
import {
  type DescribedLanguage,
  english,
  type Language,
  languageFrom,
} from './language/language.ts'
import { addressIn, type LocalAddress } from './language/local-path.ts'
import { isServerPath } from './server-paths.ts'

/** The address of a request, as the site reads it. */
export interface SiteAddress extends LocalAddress {
  /**
   * Whether this is not the usual address of the page: another spelling of a language, or a language that was turned off
   * or removed. The page is at the usual address only, but forms are accepted here.
   */
  isMoved: boolean
  /** The language in the address, which may be turned off. The language of a form that was filled in there. */
  formLanguage: Language
}

/** Delay before the languages are read again after a failure, in milliseconds. */
const retryMs = 5_000

/** Maximum time that the start of the site waits for the languages, in milliseconds. */
const startMs = 3_000

/** Matches dot segments and backslashes, which `URL` normalizes. */
const dots = /\/(\.|%2e){1,2}(\/|$)|\\/i

/** Returns the address of a path without a language. */
const asItIs = (path: string): SiteAddress => ({
  language: english,
  path,
  isMoved: false,
  formLanguage: english,
})

/** Returns whether a code may be that of a removed language. Removed languages are not stored. */
const mayBeRemoved = (code: string) => isLanguageCode(code) && !isTaken(`/${code}`)

/** The languages of the site, as staff have set them. */
export class SiteLanguages {
  #byCode: ReadonlyMap<string, Language> = new Map([[english.code, english]])
  /** The languages as JSON, to notice changes. */
  #known = ''
  readonly #listeners: (() => void)[] = []
  #retry: NodeJS.Timeout | undefined
  #reads = 0
  /** The latest read. */
  #reading: Promise<void> = Promise.resolve()
  /** Whether the last read succeeded. Undefined until the first one ends. */
  #isRead: boolean | undefined

  constructor(
    private readonly content: Pick<Content, 'reader'>,
    private readonly log: Logger,
    /** The file for the languages that were read last. Used at a start while the content is unreachable. */
    private readonly file?: string,
  ) {
    const described = file && existsSync(file) ? readFileSync(file, 'utf8') : '[]'
    try {
      this.#use(JSON.parse(described))
      this.#known = described
    } catch (err) {
      log.warn({ err, file }, 'stored languages ignored')
    }
  }

  /** Reads the languages, and resolves when they are known or after some seconds. */
  async start(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, startMs)
    })
    await Promise.race([this.read(), late])
    clearTimeout(timer)
    if (this.#isRead) return
    const languages = this.all.map(({ code }) => code)
    this.log.warn({ languages }, 'content unreachable, stored languages used')
  }

  /** Reads the languages after each change of the content. */
  follow(updates: Pick<ContentUpdates, 'onChange'>): void {
    updates.onChange(() => void this.read())
  }

  /** Resolves when all reads so far have ended. */
  async settled(): Promise<void> {
    for (let last: unknown; last !== this.#reading; await last) last = this.#reading
  }

  /** English and the languages that are turned on, in the order of the settings. */
  get all(): readonly Language[] {
    return [...this.#byCode.values()].filter(({ isOff }) => !isOff)
  }

  /** Calls a function after a change of the languages. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Returns the language with a code if it is turned on. */
  find(code: string): Language | undefined {
    const language = this.#byCode.get(code)
    return language?.isOff ? undefined : language
  }

  /**
   * Decides the language of a path. Paths of files and of the server have no language, and neither have paths that `URL`
   * changes, such as `/ar/../faq`.
   *
   * A path is moved if it has another spelling of a language, such as `/AR/` or `/en/faq`, a language that is turned off,
   * or a personal link in a language that was removed. Its page is in English unless the language is turned on.
   *
   * @param isForm whether a form is sent to the path. A visitor may have filled it in before its language was removed.
   */
  addressOf(path: string, isForm = false): SiteAddress {
    const [, given = '', after = ''] = /^\/([a-z-]{2,12})(\/.*)?$/i.exec(path) ?? []
    const code = given.toLowerCase()
    const rest = after.replace(/^[/\\]*/, '/')
    const own = this.#byCode.get(code)
    if (isServerPath(rest)) return asItIs(path)
    if (!own) {
      const isMoved = (isForm || isPersonalPath(rest)) && mayBeRemoved(code)
      return isMoved ? { ...asItIs(rest), isMoved } : asItIs(path)
    }
    const language = own.isOff ? english : own
    const isMoved = addressIn(language, rest) !== path
    if (!isMoved && dots.test(rest)) return asItIs(path)
    return { language, path: rest, isMoved, formLanguage: own }
  }

  /** Stops reading the languages. */
  close(): void {
    clearTimeout(this.#retry)
  }

  #use(described: readonly DescribedLanguage[]): void {
    const languages = described.flatMap((one) => languageFrom(one) ?? [])
    // A code such as `me` would hide other pages. The Studio rejects it, but the API does not.
    const usable = languages.filter(({ code }) => !isTaken(`/${code}`))
    this.#byCode = new Map([english, ...usable].map((one) => [one.code, one]))
  }

  /** Reads the languages again. Never rejects: if that fails, they stay as they are. */
  read(): Promise<void> {
    this.#reading = this.#readNow()
    return this.#reading
  }

  async #readNow(): Promise<void> {
    clearTimeout(this.#retry)
    const read = ++this.#reads
    try {
      const described = (await this.content.reader().fetch(LANGUAGES_QUERY)) ?? []
      const known = JSON.stringify(described)
      if (read !== this.#reads) return
      this.#isRead = true
      if (known === this.#known) return
      this.#known = known
      this.#use(described)
      for (const listener of this.#listeners) listener()
      await this.#store(known)
    } catch (err) {
      if (read !== this.#reads) return
      // Log once per outage.
      if (this.#isRead !== false) this.log.error({ err }, 'reading the languages failed')
      this.#isRead = false
      this.#retry = setTimeout(() => void this.read(), retryMs).unref()
    }
  }

  async #store(known: string): Promise<void> {
    if (!this.file) return
    try {
      await replacePrivateFile(this.file, known)
    } catch (err) {
      this.log.error({ err, file: this.file }, 'storing the languages failed')
    }
  }
}
