/** One row of a table. The values are times in milliseconds unless `unit` is set. */
export interface Measurement {
  name: string
  median: number
  p99: number
  target: string
  unit?: 'MB' | 'µs'
}

/** Measures `runs` sequential calls of `work`, in milliseconds. Warms up with a tenth as many calls before. */
export async function measure(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let run = 0; run < runs / 10; run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}

/** Returns a quantile of times, such as 0.5 for the median. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Returns the median and the 99th percentile of times, in the same unit. */
export const summary = (times: readonly number[]): Pick<Measurement, 'median' | 'p99'> => ({
  median: quantile(times, 0.5),
  p99: quantile(times, 0.99),
})

/** Returns measurements as a Markdown table. */
export function tableOf(measurements: Measurement[]): string {
  const lines = measurements.map(({ name, median, p99, target, unit = 'ms' }) => {
    const [middle, slow] = [median, p99].map((value) => `${value.toFixed(1)} ${unit}`)
    return `| ${name} | ${middle} | ${slow} | ${target} |`
  })
  return ['| measurement | median | p99 | target |', '|---|---:|---:|---|', ...lines].join('\n')
}
