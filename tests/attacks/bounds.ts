import { percentile } from './percentile.ts'
import type { Outcome } from './run-attacks.ts'

/** Upper bounds under any attack: response times of visitors in milliseconds, memory in MB. */
const bounds = { pagesP99: 250, formsP99: 500, memory: 400 } as const

/** Returns a message for each bound that was missed. */
export function missedBounds({ visitors, memory, harm }: Outcome): string[] {
  const pages = percentile(visitors.pages.times, 99)
  const forms = percentile(visitors.forms.times, 99)
  return [
    ...harm,
    ...(pages < bounds.pagesP99 ? [] : [`pages p99 ${Math.round(pages)} ms`]),
    ...(forms < bounds.formsP99 ? [] : [`forms p99 ${Math.round(forms)} ms`]),
    ...(memory < bounds.memory ? [] : [`memory ${memory} MB`]),
  ]
}
