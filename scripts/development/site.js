import { createServer } from 'node:http'
import { errorPage } from './error-page.js'

/** The module that starts the site. Whatever it imports, by whichever way, is the server. */
const program = '/server/development.ts'

/** Editors and `git checkout` write several files, in milliseconds. */
const debounceMs = 50

/** How long requests under way may take when the site restarts, in milliseconds. */
const gracePeriodMs = 500

/**
 * The site in development. All of its code comes through Vite, which knows which module imports which:
 * a change to the server, or to what it imports, restarts the site in this process, while its address
 * and Vite, with the browsers that listen to it, stay. What is broken does not replace what runs.
 */
export class DevelopedSite {
  /** @type {import('../../server/server.ts').RunningServer | undefined} */
  #running
  /** Why the newest code does not run. @type {unknown} */
  #error
  /** @type {Promise<unknown>} */
  #restarting = Promise.resolve()
  /** @type {NodeJS.Timeout | undefined} */
  #debounce
  #mustRestart = false
  #parts

  /**
   * @param {object} parts
   * @param {import('vite').ViteDevServer} parts.vite
   * @param {import('./address.js').Address} parts.address
   * @param {import('../../server/start/development.ts').Development} parts.development
   * @param {import('pino').Logger} parts.log
   */
  constructor(parts) {
    this.#parts = parts
    for (const event of ['add', 'change', 'unlink']) {
      parts.vite.watcher.on(event, (file) => this.#changed(file))
    }
  }

  /** Starts the site. @returns {Promise<boolean>} whether it runs; if not, the log says why */
  start() {
    return this.#restart()
  }

  /** Ends the site. */
  async close() {
    clearTimeout(this.#debounce)
    await this.#restarting
    await this.#running?.close(gracePeriodMs)
  }

  /** @param {string} file */
  #changed(file) {
    const modules = this.#modulesOf(file)
    // Vite itself changes styles in open pages.
    if (file.endsWith('.css') || (modules.size === 0 && this.#error === undefined)) return
    this.#mustRestart ||= this.#error !== undefined || [...modules].some(isProgram)
    clearTimeout(this.#debounce)
    this.#debounce = setTimeout(() => {
      const { vite } = this.#parts
      const mustRestart = this.#mustRestart
      this.#mustRestart = false
      this.#restarting = this.#restarting
        .then(() => (mustRestart ? this.#restart() : true))
        .then((runs) => runs && vite.ws.send({ type: 'custom', event: 'site:changed' }))
    }, debounceMs)
  }

  /** The server's modules that a file is part of, and all that import them. @param {string} file */
  #modulesOf(file) {
    const { moduleGraph } = this.#parts.vite.environments.ssr
    const found = new Set(moduleGraph.getModulesByFile(file))
    // What is added meanwhile is visited too.
    for (const module of found) for (const importer of module.importers) found.add(importer)
    return found
  }

  /** @returns whether the newest code runs */
  async #restart() {
    const { vite, address, development, log } = this.#parts
    try {
      const { start } = await vite.ssrLoadModule(program)
      const former = this.#running
      this.#running = undefined
      await address.leave(gracePeriodMs)
      await former?.close(gracePeriodMs)
      this.#running = await start(development, log)
      this.#error = undefined
      return true
    } catch (error) {
      this.#error = error
      log.error(
        { err: error },
        this.#running ? 'the change can not be run' : 'the site can not run',
      )
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      vite.ws.send({ type: 'error', err: { ...Object(error), message, stack } })
      if (!this.#running) address.leadTo(createServer(this.#showError))
      return false
    }
  }

  /** @type {import('node:http').RequestListener} */
  #showError = (request, response) => {
    this.#parts.vite.middlewares(request, response, () => {
      response.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8' })
      response.end(errorPage(this.#error))
    })
  }
}

/** @param {import('vite').EnvironmentModuleNode} module */
const isProgram = ({ url }) => url === program
