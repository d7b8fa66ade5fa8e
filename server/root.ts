import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. server/ and build/ both lie directly in it. */
export const root = fileURLToPath(new URL('..', import.meta.url))
