import { createServer } from 'node:http'
import { errorPage } from './error-page.js'

/** The module that starts the site. All its direct and indirect imports are server code. */
const program = '/server/development.ts'

/**
 * The delay before a restart, in milliseconds. Editors and `git checkout` write several files at about the same time.
 */
const debounceMs = 50

/** The time for pending requests to finish when the site restarts, in milliseconds. */
const gracePeriodMs = 500

/**
 * The site in development. Vite loads its code, and knows which module imports which. After a change of server code
 * or its imports, the site restarts in this process. The listener and Vite keep running, with their connections to
 * browsers. If the new code can't be loaded, the old code keeps running.
 */
export class DevelopmentSite {
  /** @type {import('../../server/server.ts').RunningServer | undefined} */
  #running
  /** The error that keeps the newest code from running. @type {unknown} */
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
   * @param {import('./site-listener.js').SiteListener} parts.listener
   * @param {import('../../server/start/development.ts').Development} parts.development
   * @param {import('pino').Logger} parts.log
   */
  constructor(parts) {
    this.#parts = parts
    for (const event of ['add', 'change', 'unlink']) {
      parts.vite.watcher.on(event, (file) => this.#changed(file))
    }
  }

  /** Starts the site. @returns {Promise<boolean>} whether it is running; if not, the error is logged */
  start() {
    return this.#restart()
  }

  /** Shuts down the site. */
  async close() {
    clearTimeout(this.#debounce)
    await this.#restarting
    await this.#running?.close(gracePeriodMs)
  }

  /** @param {string} file */
  #changed(file) {
    const modules = this.#modulesOf(file)
    // Vite updates styles in open pages without a restart.
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

  /** Returns the server modules of a file, and all their direct and indirect importers. @param {string} file */
  #modulesOf(file) {
    const { moduleGraph } = this.#parts.vite.environments.ssr
    const found = new Set(moduleGraph.getModulesByFile(file))
    // The loop also visits modules that are added to the set during the loop.
    for (const module of found) for (const importer of module.importers) found.add(importer)
    return found
  }

  /** Restarts the site with the newest code. @returns whether that code is running */
  async #restart() {
    const { vite, listener, development, log } = this.#parts
    try {
      const { start } = await vite.ssrLoadModule(program)
      const previous = this.#running
      this.#running = undefined
      await listener.detach(gracePeriodMs)
      await previous?.close(gracePeriodMs)
      this.#running = await start(development, log)
      this.#error = undefined
      return true
    } catch (error) {
      this.#error = error
      log.error(
        { err: error },
        this.#running ? 'could not apply the change' : 'could not start the site',
      )
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
      vite.ws.send({ type: 'error', err: { ...Object(error), message, stack } })
      if (!this.#running) listener.attach(createServer(this.#showError))
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
