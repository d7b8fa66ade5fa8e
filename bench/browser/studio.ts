import type { Page } from '@playwright/test'
import { buildStudioIfStale } from '../../scripts/build-studio.js'
import { administrator, createAdministrator } from '../../tests/administrator.ts'
import type { RunningSite } from '../../tests/running-site.ts'
import { contentOf } from '../../tests/site-content.ts'
import { field, newQuestion, open, password } from '../../tests/studio/studio.ts'
import { type Figure, summary } from '../measuring/measure.ts'
import { startWarmSite } from '../warm-site.ts'
import { inBrowser } from './browser.ts'

/** What an editor waits for, in Chromium against the built Studio. */
export async function benchStudio(): Promise<Figure[]> {
  await buildStudioIfStale()
  const site = await startWarmSite({ STUDIO_PASSWORD: password })
  await createAdministrator(site, password)
  try {
    return [await ready(site), ...(await keystrokes(site)), await manyTabs(site)]
  } finally {
    await site.remove()
  }
}

/** From the address to the list of contents, each time in a browser that was never there. */
async function ready(site: RunningSite): Promise<Figure> {
  const times: number[] = []
  for (let run = 0; run < 5; run++) {
    await signedIn(site, async (page) => {
      const started = performance.now()
      await page.goto('/studio/')
      await page.getByTestId('structure-tool-list-pane').first().waitFor()
      times.push(performance.now() - started)
    })
  }
  return { name: 'Studio ready in a cold browser', ...summary(times), target: '≤ 4000 ms' }
}

/** From a key to the lake, and to another tab; the first key after a pause. */
async function keystrokes(site: RunningSite): Promise<Figure[]> {
  const content = contentOf(site)
  const id = await newQuestion(content)
  const saved: number[] = []
  const seen: number[] = []
  await signedIn(site, async (page) => {
    const second = await page.context().newPage()
    for (const tab of [page, second]) await open(tab, 'faqEntry', id)
    const input = field(page, 'question').getByTestId('string-input')
    for (let run = 0; run < 10; run++) {
      const text = `Typed ${run}`
      const started = performance.now()
      await Promise.all([
        input.fill(text),
        until(async () => {
          const query = '*[_id == $id][0].question'
          return (await content.fetch(query, { id: `drafts.${id}` })) === text
        }).then(() => saved.push(performance.now() - started)),
        second
          .waitForFunction((words) => document.querySelector(`input[value="${words}"]`), text)
          .then(() => seen.push(performance.now() - started)),
      ])
      // While someone goes on typing, Studio saves once a second.
      await page.waitForTimeout(1500)
    }
  })
  return [
    { name: 'keystroke saved', ...summary(saved), target: '≤ 500 ms' },
    { name: 'keystroke in a second tab', ...summary(seen), target: '≤ 1000 ms' },
  ]
}

/** From twenty addresses at once to twenty forms that can be edited. */
async function manyTabs(site: RunningSite): Promise<Figure> {
  const id = await newQuestion(contentOf(site))
  const times: number[] = []
  await signedIn(site, async (page) => {
    const tabs = await Promise.all(Array.from({ length: 20 }, () => page.context().newPage()))
    const started = performance.now()
    await Promise.all(
      tabs.map(async (tab) => {
        await open(tab, 'faqEntry', id, { timeout: 300_000 })
        times.push(performance.now() - started)
      }),
    )
  })
  return { name: 'form ready, 20 tabs at once', ...summary(times), target: 'every one' }
}

function signedIn(site: RunningSite, work: (page: Page) => Promise<void>): Promise<void> {
  return inBrowser(async (browser) => {
    const context = await browser.newContext({ baseURL: site.url })
    await context.request.post('/v1/auth/login', { data: administrator })
    await work(await context.newPage())
  })
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}
