import { cpus, totalmem } from 'node:os'

/** When and on what something was measured, in one line. */
export function machine(): string {
  const date = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${date}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB.`
}
