import { fileURLToPath } from 'node:url'

/** The project's folder, with a trailing slash. `server/` and all builds are directly in it. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folder of the built Studio. */
export const studioFolder = `${root}studio/dist`

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * The folder of the build that this process runs from, with a trailing slash. It stays the same when a newer build is
 * deployed. A process that runs from sources, as in tests, uses the current build.
 */
export const buildFolder = here === `${root}site/` ? `${root}build/` : here
