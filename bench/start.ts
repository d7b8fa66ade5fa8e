import { buildIfStale } from '../scripts/build.js'
import { asShipped, startSite } from '../tests/running-site.ts'
import { type Figure, summary } from './measuring/measure.ts'

/** From `npm start` on a built and seeded site to the last byte of its first page. */
export async function benchStart(): Promise<Figure> {
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
  return { name: 'start to first page', ...summary(times), target: '≤ 1500 ms' }
}
