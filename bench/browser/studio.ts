import type { Page } from '@playwright/test'
import { buildStudioIfStale } from '../../scripts/build-studio.js'
import { administrator, createAdministrator } from '../../tests/administrator.ts'
import type { RunningSite } from '../../tests/running-site.ts'
import { contentOf } from '../../tests/site-content.ts'
import { field, newQuestion, open, password } from '../../tests/studio/studio.ts'
import { type Measurement, summary } from '../measuring/measure.ts'
import { startWarmSite } from '../warm-site.ts'
import { inBrowser } from './browser.ts'

/** Measures the waiting times of an editor, in Chromium with the built Studio. */
export async function benchStudio(): Promise<Measurement[]> {
  await buildStudioIfStale()
  const site = await startWarmSite({ STUDIO_PASSWORD: password })
  await createAdministrator(site, password)
  try {
    return [await ready(site), ...(await keystrokes(site)), await manyTabs(site)]
  } finally {
    await site.remove()
  }
}

/** Measures the time from opening the Studio to the list of documents, in new browser contexts. */
async function ready(site: RunningSite): Promise<Measurement> {
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

/** Measures the time from a keystroke to the lake and to another tab, for the first keystroke after a pause. */
async function keystrokes(site: RunningSite): Promise<Measurement[]> {
  const content = contentOf(site)
  const id = await newQuestion(content)
  const saved: number[] = []
  const shown: number[] = []
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
          .then(() => shown.push(performance.now() - started)),
      ])
      // The pause ends the typing: during typing, the Studio saves once per second.
      await page.waitForTimeout(1500)
    }
  })
  return [
    { name: 'keystroke saved', ...summary(saved), target: '≤ 500 ms' },
    { name: 'keystroke in a second tab', ...summary(shown), target: '≤ 1000 ms' },
  ]
}

/** Measures the time until 20 tabs that are opened at the same time show an editable form. */
async function manyTabs(site: RunningSite): Promise<Measurement> {
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
  return { name: 'form ready in 20 tabs at the same time', ...summary(times), target: 'all open' }
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
