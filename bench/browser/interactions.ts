import { startWarmSite } from '../warm-site.ts'
import { launchBrowser } from './browser.ts'
import { type Interaction, type PressTimes, press } from './press.ts'

/** The CPU slowdown, to simulate a mid-range phone. */
const slowdown = 6
const repeats = 9
/** The target for the time from a press to the next paint, in milliseconds. */
const target = 100

/** A page with a single button, to measure the minimum time on this machine. */
const empty = {
  path: 'data:text/html,<button onclick="this.ariaPressed=true">Press</button>',
  control: 'button',
  effect: '[aria-pressed]',
}
const dialog = { path: '/', control: '[aria-haspopup=dialog]', effect: 'dialog[open]' }
const gallery = { path: '/', control: '[aria-controls=apps]', effect: '#apps figure' }
const pause = {
  path: '/',
  control: '.live-card .pause-button',
  effect: '.live-card [aria-label^=Resume]',
}
const question = { path: '/support/faq', control: 'summary', effect: 'details[open]' }
const form = {
  path: '/waitlist',
  control: 'main form [type=submit]',
  effect: '[role=alert]',
}

const interactions: Interaction[] = [
  { name: 'a button alone', ...empty, when: 'idle' },
  { name: 'dialog', ...dialog, when: 'immediately' },
  { name: 'dialog', ...dialog, when: 'idle' },
  { name: 'gallery', ...gallery, when: 'immediately' },
  { name: 'gallery', ...gallery, when: 'idle' },
  { name: 'pause', ...pause, when: 'immediately' },
  { name: 'pause', ...pause, when: 'idle' },
  { name: 'question', ...question, when: 'immediately' },
  { name: 'question', ...question, when: 'idle' },
  {
    name: 'form with errors',
    ...form,
    when: 'idle',
    // All other required fields stay empty.
    before: async (page) => {
      await page.locator('[name=name]').fill('Amina')
      await page.waitForLoadState('networkidle')
    },
  },
]

/**
 * Measures the time from a press to the next paint (as in Interaction to Next Paint), and to the effect of the press.
 * Presses each control as soon as it exists, and on an idle page. Resolves to a table.
 */
export async function benchInteractions(): Promise<string> {
  const site = await startWarmSite()
  const browser = await launchBrowser()
  try {
    const lines: string[] = []
    for (const interaction of interactions) {
      const presses: PressTimes[] = []
      const path = String(new URL(interaction.path, site.url))
      for (let run = 0; run < repeats; run++) {
        presses.push(await press(browser, { ...interaction, path }, slowdown))
      }
      lines.push(lineOf(interaction, presses))
    }
    return [
      `CPU slowed down ${slowdown} ×, ${repeats} visits each. Target: the next paint within ${target} ms.`,
      '',
      '| press | page | when | next paint, ms: median | worst | effect, ms: median | worst |',
      '|---|---|---|---:|---:|---:|---:|',
      ...lines,
    ].join('\n')
  } finally {
    await browser.close()
    await site.remove()
  }
}

function lineOf({ name, path, when }: Interaction, presses: PressTimes[]): string {
  const times = (['paint', 'effect'] as const).flatMap((key) => {
    const sorted = presses.map((pressed) => pressed[key]).toSorted((a, b) => a - b)
    return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  })
  const cells = times.map((value = Number.NaN) => Math.round(value))
  return `| ${[name, path.startsWith('/') ? path : '', when, ...cells].join(' | ')} |`
}
