import { startWarmSite } from '../warm-site.ts'
import { launchBrowser } from './browser.ts'
import { type Interaction, type Pressed, press } from './press.ts'

/** As a phone of the middle class beside the machine that runs this. */
const slowdown = 6
const repeats = 9
/** From a press to the next paint, in milliseconds. */
const target = 100

/** What the machine itself takes: a button that does next to nothing, and nothing around it. */
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
  { name: 'a button alone', ...empty, when: 'at rest' },
  { name: 'dialog', ...dialog, when: 'at once' },
  { name: 'dialog', ...dialog, when: 'at rest' },
  { name: 'gallery', ...gallery, when: 'at once' },
  { name: 'gallery', ...gallery, when: 'at rest' },
  { name: 'pause', ...pause, when: 'at once' },
  { name: 'pause', ...pause, when: 'at rest' },
  { name: 'question', ...question, when: 'at once' },
  { name: 'question', ...question, when: 'at rest' },
  {
    name: 'form with mistakes',
    ...form,
    when: 'at rest',
    // All else that is required is missing.
    before: async (page) => {
      await page.locator('[name=name]').fill('Amina')
      await page.waitForLoadState('networkidle')
    },
  },
]

/**
 * From a press to the next paint (what Interaction to Next Paint is the worst of), and to what the press
 * brings about: as soon as the control is there, and on a page that has nothing left to do.
 */
export async function benchInteractions(): Promise<string> {
  const site = await startWarmSite()
  const browser = await launchBrowser()
  try {
    const lines: string[] = []
    for (const interaction of interactions) {
      const presses: Pressed[] = []
      const path = String(new URL(interaction.path, site.url))
      for (let turn = 0; turn < repeats; turn++) {
        presses.push(await press(browser, { ...interaction, path }, slowdown))
      }
      lines.push(lineOf(interaction, presses))
    }
    return [
      `Processor slowed ${slowdown} ×, ${repeats} visits each; target: the next paint within ${target} ms.`,
      '',
      '| press | page | when | next paint, ms: median | worst | its effect, ms: median | worst |',
      '|---|---|---|---:|---:|---:|---:|',
      ...lines,
    ].join('\n')
  } finally {
    await browser.close()
    await site.remove()
  }
}

function lineOf({ name, path, when }: Interaction, presses: Pressed[]): string {
  const figures = (['paint', 'effect'] as const).flatMap((key) => {
    const sorted = presses.map((pressed) => pressed[key]).toSorted((a, b) => a - b)
    return [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  })
  const cells = figures.map((value = Number.NaN) => Math.round(value))
  return `| ${[name, path.startsWith('/') ? path : '', when, ...cells].join(' | ')} |`
}
