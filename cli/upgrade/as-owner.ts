import { statSync } from 'node:fs'

/** Calls `work` as the user that a folder belongs to, if this process is root's: the site could not open root's files. */
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
