import type { KeepRules } from '../../settings/keep-rules.ts'
import type { FileStore } from '../stores/store.ts'
import { chunkName, type ListedBackup, type RepositoryReader } from './repository.ts'

/**
 * Deletes the backups that the rules don't keep, then the chunks that no remaining backup uses. Call it while the
 * repository is locked. Deletes nothing if the manifest of a kept backup can't be read: an attacker may have added it
 * so that the rules delete real backups.
 *
 * @param backups all backups of the repository, oldest first
 * @param chunks the names of all chunks in the repository
 * @returns the number of backups deleted
 * @throws OperatorError when the repository is unreachable, or a manifest is damaged
 */
export async function prune(
  store: FileStore,
  reader: RepositoryReader,
  rules: KeepRules,
  backups: readonly ListedBackup[],
  chunks: Iterable<string>,
): Promise<number> {
  const kept = keptBackups(backups, rules)
  const needed = new Set<string>()
  for (const backup of kept) {
    const { files } = await reader.manifest(backup)
    for (const chunk of files.flatMap((file) => file.chunks)) {
      needed.add(chunkName(chunk, reader.encryption))
    }
  }
  const expired = backups.filter((backup) => !kept.has(backup))
  for (const { name } of expired) await store.remove(name)
  for (const name of chunks) if (!needed.has(name)) await store.remove(name)
  return expired.length
}

/**
 * Returns the backups to keep: the newest one, plus the newest of each of the last N days, weeks, months, and years.
 * Periods without a backup don't count. So a long downtime or a wrong clock alone does not delete backups.
 *
 * @param backups oldest first, each with its time, ISO 8601 in UTC
 */
export function keptBackups<Backup extends { at: string }>(
  backups: readonly Backup[],
  rules: KeepRules,
): Set<Backup> {
  const newestFirst = backups.toReversed()
  const keep = new Set(newestFirst.slice(0, 1))
  for (const [unit, max] of Object.entries(rules) as [keyof KeepRules, number][]) {
    const periods = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf[unit](backup.at)
      if (periods.has(period) || periods.size >= max) continue
      periods.add(period)
      keep.add(backup)
    }
  }
  return keep
}

const periodOf: Record<keyof KeepRules, (at: string) => string> = {
  days: (at) => at.slice(0, 10),
  // Weeks start on Monday.
  weeks: (at) => String(Math.floor((Date.parse(at) / 86_400_000 + 3) / 7)),
  months: (at) => at.slice(0, 7),
  years: (at) => at.slice(0, 4),
}
