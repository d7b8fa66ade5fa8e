/**
 * Remix's plugin reads the routes again when a file comes or goes, in a promise that nobody has: a
 * file without a proper name, such as an editor's while it saves, would end the process.
 *
 * @param {import('vite').ViteDevServer} vite
 */
export function ownListeners({ watcher, config }) {
  /** @param {Error} error */
  const fail = (error) => config.logger.error(`${error.stack}`, { timestamp: true, error })
  for (const listener of watcher.listeners('all')) {
    watcher.off('all', /** @type {() => void} */ (listener))
    watcher.on('all', (...change) => {
      void Promise.resolve()
        .then(() => listener(...change))
        .catch(fail)
    })
  }
}
