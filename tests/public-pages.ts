import { expect } from '@playwright/test'
import type { RunningSite } from './running-site.ts'

type Site = Pick<RunningSite, 'url' | 'applied'>

/** Returns the HTML that visitors get once the site has applied all changes so far, and expects a text in it. */
export async function expectPage(site: Site, path: string, text: string | RegExp): Promise<string> {
  await site.applied()
  const html = await (await fetch(site.url + path)).text()
  expect(html).toMatch(text)
  return html
}

/** Expects that visitors are redirected to this address, or get this status, once all changes so far are applied. */
export async function expectAnswer(
  site: Site,
  path: string,
  expected: number | string,
): Promise<void> {
  await site.applied()
  const { status, headers } = await fetch(site.url + path, { redirect: 'manual' })
  expect(headers.get('location') ?? status).toBe(expected)
}
