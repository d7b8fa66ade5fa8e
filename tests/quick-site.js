// The program of most tests, which is started in place of `halvi start`. It skips steps that take two seconds of CPU
// time or more, never sends the last good page because a new one takes long, and answers applications without a pause.
process.umask(0o077)
const { runSite } = await import(new URL('../build/main.js', import.meta.url).href)
await runSite({
  caching: { ahead: false, brotliQuality: 4, timeoutMs: 30_000 },
  sending: { pollMs: 20 },
})
