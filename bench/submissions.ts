import { type Outcome, runLoadOf } from './measuring/load.ts'

/** Sends `amount` waitlist applications at full speed. @throws Error if one is not accepted */
export function submit(url: string, amount: number): Promise<Outcome> {
  return runLoadOf(303, { url, amount, connections: 32, forms: true })
}
