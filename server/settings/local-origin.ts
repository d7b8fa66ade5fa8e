import type { Settings } from './settings.ts'

/** Where a process listens for all addresses, it answers at this one. */
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where the site that these settings are of answers from this machine: an origin. */
export function localOrigin({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = everywhere[HOST] ?? HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}
