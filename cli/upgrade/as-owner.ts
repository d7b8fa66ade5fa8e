import { statSync } from 'node:fs'

/**
 * Does something as the user to whom a folder belongs, when this process is root's: what it writes
 * there could not be opened by the site otherwise.
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
