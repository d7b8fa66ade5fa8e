import { cpus, totalmem } from 'node:os'

/** Returns the date and the machine of the measurements in one line. */
export function machine(): string {
  const date = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${date}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${memory} GiB.`
}
