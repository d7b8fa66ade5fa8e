/** Retention rules of backups: how many days, weeks, months, and years keep one backup each. */
export interface KeepRules {
  days: number
  weeks: number
  months: number
  years: number
}

const units = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const

/** Matches the values of `BACKUP_KEEP`, such as `7d 4w 12m`. */
export const keepPattern = /^\d{1,4}[dwmy]( +\d{1,4}[dwmy])*$/

/** Parses a text that matches `keepPattern`. */
export function parseKeepRules(text: string): KeepRules {
  const rules: KeepRules = { days: 0, weeks: 0, months: 0, years: 0 }
  for (const [, count, unit] of text.matchAll(/(\d+)([dwmy])/g)) {
    rules[units[unit as keyof typeof units]] = Number(count)
  }
  return rules
}
