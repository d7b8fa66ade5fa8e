import { runSite as run } from '../server/main.ts'

/** Runs the site for most tests. It skips steps that take two seconds of CPU time or more. */
export const runSite = (): Promise<void> =>
  run({ buildsStudio: false, caching: { ahead: false, brotliQuality: 4 } })
