import { readFileSync } from 'node:fs'
import { evaluate, parse } from 'groq-js'
import { expect, it } from 'vitest'
import { shownIfEmpty } from './empty-shows.tsx'

const seed = readFileSync(new URL('../../seed/data.ndjson', import.meta.url), 'utf8')
const dataset = seed
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))

it('shows what the site shows for each empty text', async () => {
  const settings = dataset.find(({ _id }) => _id === 'siteSettings')
  for (const [type, name, document, expected] of [
    ['landingPage', 'title', {}, settings.slogan],
    ['heroSection', 'title', { title: 'Ramadan' }, 'Ramadan'],
    ['seo', 'title', { title: 'Ramadan' }, 'Ramadan'],
    ['seo', 'title', {}, settings.slogan],
    ['seo', 'description', { intro: 'In words.' }, 'In words.'],
    ['seo', 'description', { subtitle: 'Below.' }, 'Below.'],
  ] as const) {
    const query = `*[_id == "a"][0]{"text": ${shownIfEmpty[type]?.[name]}}.text`
    const all = [...dataset, { _id: 'a', ...document }]
    const result = await evaluate(parse(query), { dataset: all })
    expect([type, name, await result.get()]).toEqual([type, name, expected])
  }
})
