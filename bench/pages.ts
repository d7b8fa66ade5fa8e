import { buildSite } from '../scripts/build.js'
import type { RunningSite } from '../tests/running-site.ts'
import { contentOf } from '../tests/site-content.ts'
import { type Measurement, summary } from './measuring/measure.ts'
import { pageCost } from './page-cost.ts'
import { startWarmSite } from './warm-site.ts'

const path = '/support/faq'
const rounds = 9
const requests = 20_000

/** Measures the cost of a cached page, and the time until published content is visible. */
export async function benchPages(): Promise<Measurement[]> {
  await buildSite()
  const site = await startWarmSite()
  try {
    return [await cachedPage(site), await publishToVisible(site)]
  } finally {
    await site.remove()
  }
}

/** Measures the CPU time per cached page. */
async function cachedPage(site: RunningSite): Promise<Measurement> {
  const costs: number[] = []
  // Round 0 warms up.
  for (let round = 0; round <= rounds; round++) {
    costs[round] = await pageCost(site.process, site.url + path, requests)
  }
  return { name: 'CPU time per cached page', ...summary(costs.slice(1)), unit: 'µs', target: '' }
}

/** Measures the time from publishing until a visitor gets the new text, 100 times. */
async function publishToVisible(site: RunningSite): Promise<Measurement> {
  const client = contentOf(site).withConfig({ perspective: 'published' })
  const times: number[] = []
  for (let edition = 0; edition < 100; edition++) {
    const intro = `Edition ${edition} of the questions.`
    await client.createOrReplace({
      ...(await client.getDocument('faqPage')),
      _id: 'drafts.faqPage',
      _type: 'faqPage',
      intro,
    })
    const started = performance.now()
    await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: 'drafts.faqPage',
      publishedId: 'faqPage',
    })
    await untilVisible(site, intro)
    times.push(performance.now() - started)
  }
  return { name: 'from publishing to visible', ...summary(times), target: 'p99 ≤ 1000 ms' }
}

/** Waits until a visitor gets a text on the page. */
async function untilVisible(site: RunningSite, text: string): Promise<void> {
  while (!(await (await fetch(site.url + path)).text()).includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}
