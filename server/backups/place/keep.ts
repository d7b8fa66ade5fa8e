import type { KeepRules } from '../../settings/keep-rules.ts'

/**
 * Which of some backups are kept: the newest always, and the newest one of each of the last days, weeks
 * and so on that have any, so that a site that was off for long, or a wrong clock, loses none by time alone.
 *
 * @param backups the oldest first, each with its time, ISO 8601 in UTC
 */
export function kept<Backup extends { at: string }>(
  backups: readonly Backup[],
  rules: KeepRules,
): Set<Backup> {
  const newestFirst = backups.toReversed()
  const keep = new Set(newestFirst.slice(0, 1))
  for (const [unit, most] of Object.entries(rules) as [keyof KeepRules, number][]) {
    const periods = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf[unit](backup.at)
      if (periods.has(period) || periods.size >= most) continue
      periods.add(period)
      keep.add(backup)
    }
  }
  return keep
}

const periodOf: Record<keyof KeepRules, (at: string) => string> = {
  days: (at) => at.slice(0, 10),
  // Since a Monday.
  weeks: (at) => String(Math.floor((Date.parse(at) / 86_400_000 + 3) / 7)),
  months: (at) => at.slice(0, 7),
  years: (at) => at.slice(0, 4),
}
