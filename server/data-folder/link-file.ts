import { link } from 'node:fs/promises'

/** What says that a file can have no second name there: some network drives know none, and no disk another's. */
const cannot = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']

/** Gives a file that nobody writes to a second name; has it copied where that can't be. */
export async function linkOr(from: string, to: string, copy: () => Promise<void>): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!cannot.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copy()
  }
}
