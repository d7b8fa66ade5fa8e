import type { Settings } from './settings.ts'

/** Loopback addresses of processes that listen on all addresses. */
const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the origin at which a site with these settings is reachable from this machine. */
export function localOrigin({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = everywhere[HOST] ?? HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}
