import { buildIfStale } from '../scripts/build.js'
import { asShipped, startSite } from '../tests/running-site.ts'
import { type Measurement, summary } from './measuring/measure.ts'

/** Measures the time from the start of a built and seeded site to the last byte of its first page. */
export async function benchStart(): Promise<Measurement> {
  await buildIfStale()
  const seeded = await startSite(asShipped, { data: 'new' })
  await seeded.stop()
  const times: number[] = []
  for (let run = 0; run < 5; run++) {
    const started = performance.now()
    const site = await startSite({ DATA_DIR: seeded.dataDir, ...asShipped })
    await (await fetch(`${site.url}/`)).text()
    times.push(performance.now() - started)
    await site.stop()
  }
  await seeded.remove()
  return { name: 'from start to first page', ...summary(times), target: '≤ 1500 ms' }
}
