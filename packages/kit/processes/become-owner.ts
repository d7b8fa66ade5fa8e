import { statSync } from 'node:fs'

/**
 * Switches this process from root to the owner of a data folder. Otherwise the site could not open files that root
 * creates there. Does nothing for other users, without a folder, or when root owns it.
 */
export function becomeOwnerOf(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || !owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
