/** How many backups are kept: one for each of so many days, weeks, months or years. */
export interface KeepRules {
  days: number
  weeks: number
  months: number
  years: number
}

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const

/** What `BACKUP_KEEP` may say: such as `7d 4w 12m`. */
export const keepPattern = /^\d{1,4}[dwmy]( +\d{1,4}[dwmy])*$/

/** Reads rules that match `keepPattern`. */
export function parseKeepRules(text: string): KeepRules {
  const rules: KeepRules = { days: 0, weeks: 0, months: 0, years: 0 }
  for (const [, count, unit] of text.matchAll(/(\d+)([dwmy])/g)) {
    rules[units[unit as keyof typeof units]] = Number(count)
  }
  return rules
}

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
