import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalPaths } from '../tests/journeys/paths.ts'
import { type Measurement, summary } from './measuring/measure.ts'
import { startWarmSite } from './warm-site.ts'

const formats = { AVIF: 'image/avif,image/webp,*/*', WebP: 'image/webp,*/*' }

/** Measures an image of a phone's width in each format: encoded at the first request, and from the cache. */
export async function benchImages(): Promise<Measurement[]> {
  const site = await startWarmSite()
  try {
    // The site encodes the images of its pages when it is idle. Waits until that is finished.
    while (!site.lines.some((line) => line.includes('images rendered in advance'))) await sleep(200)
    const page = await (await fetch(site.url + canonicalPaths[0])).text()
    const image = /src="(\/images\/[^"?]+)/.exec(page)?.[1] ?? ''
    const measurements: Measurement[] = []
    for (const [format, accept] of Object.entries(formats)) {
      const load = async (width: number) => {
        const started = performance.now()
        const url = `${site.url}${image}?auto=format&w=${width}`
        const response = await fetch(url, { headers: { accept } })
        if (!response.ok) throw new Error(`${url} returned ${response.status}`)
        await response.arrayBuffer()
        return performance.now() - started
      }
      const widths = Array.from({ length: 20 }, (_, index) => 641 + index)
      const [encoded, cached]: [number[], number[]] = [[], []]
      for (const width of widths) encoded.push(await load(width))
      for (const width of widths) cached.push(await load(width))
      measurements.push({
        name: `${format} of 640 px, encoded`,
        ...summary(encoded),
        target: 'none',
      })
      measurements.push({ name: `${format} of 640 px, cached`, ...summary(cached), target: 'none' })
    }
    return measurements
  } finally {
    await site.remove()
  }
}
