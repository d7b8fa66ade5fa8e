import { statSync } from 'node:fs'

/**
 * Calls `work` as the owner of a folder if this process runs as root. The site, which runs as the owner, could not
 * open files of root.
 */
export async function asOwnerOf<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() !== 0 || uid === 0) return work()
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
