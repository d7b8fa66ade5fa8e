import { syllable } from 'syllable'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canonicalPaths } from './journeys/paths.ts'
import { createPageHandler, type PageHandler } from './page-handler.ts'

/** Maximum reading grade of a page: what an eighth grader reads without effort. */
const maxGrade = 8

let site: PageHandler
beforeAll(async () => {
  site = await createPageHandler()
})
afterAll(() => site.close())

/** Returns the sentences of a page's main part: its paragraphs, list items, and descriptions, without markup. */
function sentencesOf(html: string): string[] {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? ''
  const blocks = main.match(/<(p|li|dd)\b[^>]*>(?:(?!<(?:p|li|dd|ul|ol|dl)\b).)*?<\/\1>/gs) ?? []
  return blocks
    .map((block) => block.replace(/<[^>]+>/g, ' ').replace(/&[#\w]+;/g, '’'))
    .flatMap((text) => text.split(/(?<=[.?!:])\s+/))
    .filter((text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 4)
}

/** Returns the Flesch-Kincaid grade of sentences. */
function grade(sentences: readonly string[]): number {
  const words = sentences.flatMap((text) => text.match(/\p{L}[\p{L}’'-]*/gu) ?? [])
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

it.each(canonicalPaths)('%s is easy to read', async (path) => {
  const sentences = sentencesOf(await (await site.request(path)).text())
  if (sentences.length < 5) return
  expect(grade(sentences), sentences.join('\n')).toBeLessThanOrEqual(maxGrade)
})
