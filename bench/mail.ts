import { pino } from 'pino'
import { createContent } from '../app/content/content.ts'
import { contentOf } from '../tests/site-content.ts'
import { startWarmSite } from './warm-site.ts'

/** Minimum number of messages a second. */
const target = 500

const messages = 3_000

/** Measures how many messages are rendered in a second of CPU time, with content that was read before. */
export async function benchMail(): Promise<string> {
  // As in production. React reads it when it is loaded.
  process.env.NODE_ENV = 'production'
  const { messageRenderer } = await import('../app/mail/render-message.ts')
  const { sampleFields } = await import('../app/mail/preview.ts')
  const site = await startWarmSite()
  try {
    const { token = '' } = contentOf(site).config()
    const source = { projectId: 'halvi', dataset: 'production', apiHost: site.url, token }
    const content = createContent(source)
    const updates = content.follow(pino({ level: 'silent' }))
    while (!updates.connected) await new Promise((resolve) => setTimeout(resolve, 50))
    const render = messageRenderer(content.reader)
    const rows: string[] = []
    for (const kind of ['confirm', 'welcome'] as const) {
      for (let count = 0; count < 200; count++) await render(kind, sampleFields)
      const started = process.cpuUsage()
      for (let count = 0; count < messages; count++) await render(kind, sampleFields)
      const { user, system } = process.cpuUsage(started)
      const rate = Math.round(messages / ((user + system) / 1e6))
      rows.push(`| ${kind} | ${rate} | ≥ ${target} |`)
    }
    updates.close()
    return [
      '| message | rendered per second of CPU time | target |',
      '|---|---:|---|',
      ...rows,
    ].join('\n')
  } finally {
    await site.remove()
  }
}
