import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalPaths } from '../tests/journeys/paths.ts'
import { type Figure, summary } from './measuring/measure.ts'
import { startWarmSite } from './warm-site.ts'

const formats = { AVIF: 'image/avif,image/webp,*/*', WebP: 'image/webp,*/*' }

/** A picture of a phone's width in each format: made for the first visitor, and out of the cache. */
export async function benchImages(): Promise<Figure[]> {
  const site = await startWarmSite()
  try {
    // The pages' own pictures are made in spare time: there is to be none left to do.
    while (!site.lines.some((line) => line.includes('images rendered in advance'))) await sleep(200)
    const page = await (await fetch(site.url + canonicalPaths[0])).text()
    const picture = /src="(\/images\/[^"?]+)/.exec(page)?.[1] ?? ''
    const figures: Figure[] = []
    for (const [format, accept] of Object.entries(formats)) {
      const load = async (width: number) => {
        const started = performance.now()
        const url = `${site.url}${picture}?auto=format&w=${width}`
        const response = await fetch(url, { headers: { accept } })
        if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
        await response.arrayBuffer()
        return performance.now() - started
      }
      const widths = Array.from({ length: 20 }, (_, index) => 641 + index)
      const [made, kept]: [number[], number[]] = [[], []]
      for (const width of widths) made.push(await load(width))
      for (const width of widths) kept.push(await load(width))
      figures.push({ name: `${format} of 640 px, made`, ...summary(made), target: 'none' })
      figures.push({ name: `${format} of 640 px, kept`, ...summary(kept), target: 'none' })
    }
    return figures
  } finally {
    await site.remove()
  }
}
