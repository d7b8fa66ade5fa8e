// The program of most tests, which is started in place of `halvi start`. It runs the office in its own process, skips
// steps that take two seconds of CPU time or more, never sends the last good page because a new one takes long, and
// answers applications without a pause.
process.umask(0o077)
/** @param {string} name */
const build = (name) => import(new URL(`../build/${name}.js`, import.meta.url).href)
const { runSite } = await build('main')
const { officeInProcess } = await build('office')
await runSite({
  caching: { ahead: false, brotliQuality: 4, timeoutMs: 30_000 },
  /** @param {unknown[]} shared settings and log */
  startOffice: (...shared) => officeInProcess(...shared, { sending: { pollMs: 20 } }),
})
