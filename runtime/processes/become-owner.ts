import { statSync } from 'node:fs'

/**
 * Turns root into the user that a data folder belongs to, for the rest of this process: the site could not open
 * what root makes there. Does nothing for other users, and where there is no folder or it is root's.
 */
export function becomeOwnerOf(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
