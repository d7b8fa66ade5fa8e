import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. server/ and all builds lie directly in it. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * The build that this process is of, with a slash at its end: a newer one does not concern it. What
 * runs from its sources, as tests do, has the one in use.
 */
export const buildFolder = here === `${root}server/` ? `${root}build/` : here
