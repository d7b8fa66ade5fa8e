import { afterEach } from 'vitest'
import { type LocalLake, type StartOptions, startLake } from '../start-lake.ts'

/** Returns a function that starts a lake on any free port. The last one is closed after each test of the file. */
export function lakeOfEachTest(): (options?: StartOptions) => Promise<LocalLake> {
  let lake: LocalLake | undefined
  afterEach(() => lake?.close())
  return async (options = {}) => {
    lake = await startLake({ port: 0, ...options })
    return lake
  }
}
