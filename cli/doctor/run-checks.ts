import { reasonOf } from 'halvi-runtime/reason'
import type { Settings } from '../../server/settings/settings.ts'
import { type Check, type Finding, fail } from './checks/finding.ts'

/** A finding, and the name of the check that made it. */
export interface Named extends Finding {
  check: string
}

/** No check may take longer, in milliseconds. */
const limitMs = 10_000

/** Runs all checks side by side. Resolves to what they found, in their order; never rejects. */
export async function runChecks(
  checks: Readonly<Record<string, Check>>,
  settings: Settings,
  timeoutMs: number = limitMs,
): Promise<Named[]> {
  const found = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const findings = await inTime(run, settings, timeoutMs)
      return [findings].flat().map((finding) => ({ check, ...finding }))
    }),
  )
  return found.flat()
}

async function inTime(
  run: Check,
  settings: Settings,
  timeoutMs: number,
): Promise<Finding | Finding[]> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      const found = `not done within ${timeoutMs / 1000} s`
      resolve(fail(found, 'what it looks at is too slow: try it by hand, then again'))
    }, timeoutMs)
  })
  try {
    return await Promise.race([run(settings, over.signal), late])
  } catch (error) {
    return fail(reasonOf(error), 'that was not to be expected; please report it')
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}
