import type { FAQ_QUERY_RESULT } from 'halvi-site/content/sanity.types'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageHandler, type PageHandler } from './page-handler.ts'

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

const hostile = '</script><script>alert(1)</script><!--'

it('content cannot close the script element of the JSON-LD', async () => {
  const fetch = async (query: string, params?: object) => {
    const result = await site.content.fetch(query, { ...params })
    const page = result as unknown as FAQ_QUERY_RESULT
    if (page?.entries?.[0]) page.entries[0].question = hostile
    return result
  }
  const response = await site.request(
    '/support/faq',
    {},
    { content: { ...site.content, fetch: fetch as typeof site.content.fetch } },
  )
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).not.toContain('<script>alert')
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  const faq = blocks
    .map(([, json = '']) => JSON.parse(json) as { '@type': string; mainEntity?: unknown[] })
    .find((block) => block['@type'] === 'FAQPage')
  expect(faq?.mainEntity?.[0]).toHaveProperty('name', hostile)
})
