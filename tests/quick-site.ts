import { runSite as run } from '../server/main.ts'

/**
 * Runs the site for most tests. It skips steps that take two seconds of CPU time or more, never sends the last good
 * page because a new one takes long, and answers applications without a pause.
 */
export const runSite = (): Promise<void> =>
  run({
    buildsStudio: false,
    caching: { ahead: false, brotliQuality: 4, timeoutMs: 30_000 },
    sending: { pollMs: 20 },
  })
