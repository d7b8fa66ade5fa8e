import { constants, existsSync } from 'node:fs'
import { access, lstat, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../../server/settings/settings.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Rights of everybody but the owner. */
const others = 0o077

/** What has to be its owner's alone, in DATA_DIR and in its lake/; `lock.db` holds nothing. */
const secret =
  /(?<!^lock)\.db(-wal|-shm)?$|-token$|-password$|^erased-leads$|^audit-head$|^backups\.json$/

/** DATA_DIR can be written to, belongs to one user, and nobody else reads what is secret. */
export async function checkPermissions({ DATA_DIR }: Settings): Promise<Finding | Finding[]> {
  const folder = resolve(DATA_DIR)
  if (!existsSync(folder)) return beforeFirstStart(folder)
  const unwritable = await problemOf(folder)
  if (unwritable) return unwritable
  const paths = await within(folder)
  const findings = [await owners(folder), await readable(paths)]
  for (const path of paths) findings.push(await problemOf(path))
  const wrong = findings.filter((finding) => finding !== undefined)
  return wrong.length > 0 ? wrong.slice(0, 5) : ok(`${DATA_DIR} is its owner's, and writable`)
}

async function beforeFirstStart(folder: string): Promise<Finding> {
  const parent = dirname(folder)
  if (!existsSync(parent)) return beforeFirstStart(parent)
  const problem = await problemOf(parent)
  return problem ?? ok(`${folder} will be made by the first start`)
}

/** Files by which the site lives, and the folders on the way to them. */
async function within(folder: string): Promise<string[]> {
  const lake = join(folder, 'lake')
  const [top, inLake] = await Promise.all([readdir(folder), readdir(lake).catch(() => [])])
  const files = [
    ...top.map((name) => join(folder, name)),
    ...inLake.map((name) => join(lake, name)),
  ]
  return files.filter((path) => path === lake || secret.test(path.split('/').at(-1) ?? ''))
}

/** Asked without writing: a disk that can only be read says so, too. */
async function problemOf(path: string): Promise<Finding | undefined> {
  try {
    await access(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const todo =
      code === 'EROFS'
        ? 'mount its disk writable, or set DATA_DIR to one that is'
        : 'give it to the user as whom the site runs (chown -R), or run this as that user'
    return fail(`${path} can't be written to: ${code ?? reasonOf(error)}`, todo)
  }
}

/** Looks at everything in the folder: one file of another user can stop backups, or the next start. */
async function owners(folder: string): Promise<Finding | undefined> {
  const { uid } = await stat(folder)
  const others: string[] = []
  let count = 0
  for (const name of await readdir(folder, { recursive: true })) {
    // What a disk has at its root.
    if (name.startsWith('lost+found')) continue
    const path = join(folder, name)
    const owner = (await lstat(path).catch(() => undefined))?.uid
    if (owner === undefined || owner === uid) continue
    count++
    if (others.length < 3) others.push(`${path} (user ${owner})`)
  }
  if (count === 0) return undefined
  const more = count > others.length ? ` and ${count - others.length} more` : ''
  const todo = `chown -R ${folder} to the user as whom the site runs`
  return fail(`${folder} belongs to user ${uid}, but ${others.join(', ')}${more} does not`, todo)
}

async function readable(paths: readonly string[]): Promise<Finding | undefined> {
  const open: string[] = []
  for (const path of paths) {
    const mode = (await stat(path).catch(() => undefined))?.mode ?? 0
    if ((mode & others) !== 0) open.push(path)
  }
  if (open.length === 0) return undefined
  return fail(
    `other users of this machine may read ${open.join(', ')}`,
    'chmod go= them; a start does so, too, where it may',
  )
}
