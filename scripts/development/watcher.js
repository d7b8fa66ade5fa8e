/**
 * Wraps the listeners of Vite's file watcher to log their errors. Remix's plugin reads the routes again after each
 * new or deleted file, in a promise without an error handler. A temporary file of an editor would crash the process.
 *
 * @param {import('vite').ViteDevServer} vite
 */
export function logListenerErrors({ watcher, config }) {
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
