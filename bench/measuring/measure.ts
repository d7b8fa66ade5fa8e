/** One line of the result: times in milliseconds, unless `unit` says something else. */
export interface Figure {
  name: string
  median: number
  p99: number
  target: string
  unit?: 'MB' | 'µs'
}

/** Runs `work` so many times, one after another, after a tenth of that to warm up. */
export async function measure(
  runs: number,
  work: () => Promise<unknown>,
): Promise<Pick<Figure, 'median' | 'p99'>> {
  for (let run = 0; run < runs / 10; run++) await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return summary(times)
}

/** The median and the 99th percentile of times, in the unit that they came in. */
export function summary(times: number[]): Pick<Figure, 'median' | 'p99'> {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { median: at(0.5) ?? Number.NaN, p99: at(0.99) ?? Number.NaN }
}

/** Figures as a table in Markdown. */
export function tableOf(figures: Figure[]): string {
  const lines = figures.map(({ name, median, p99, target, unit = 'ms' }) => {
    const [middle, slow] = [median, p99].map((value) => `${value.toFixed(1)} ${unit}`)
    return `| ${name} | ${middle} | ${slow} | ${target} |`
  })
  return ['| what | median | p99 | target |', '|---|---:|---:|---|', ...lines].join('\n')
}
