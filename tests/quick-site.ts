import { runSite as run } from '../server/main.ts'

/** The site as most tests start it. What it leaves out takes two seconds of a processor or more each time. */
export const runSite = (): Promise<void> =>
  run({ buildsStudio: false, caching: { ahead: false, brotliQuality: 4 } })
