import { english, languageFrom } from 'halvi-site/language/language'
import { expect, it } from 'vitest'
import { locationIn } from './location.ts'

const arabic = languageFrom({ code: 'ar' }) ?? english

it.each([
  [arabic, '/waitlist?ref=a', '/ar/waitlist?ref=a'],
  [arabic, '/', '/ar'],
  [arabic, '/ar/waitlist', '/ar/waitlist'],
  [arabic, '/arabic', '/ar/arabic'],
  [arabic, '?again=', '?again='],
  [arabic, '/studio', '/studio'],
  [arabic, 'https://halvi.test/waitlist#a', '/waitlist#a'],
  [arabic, 'https://halvi.test//evil.test', '/evil.test'],
  [arabic, 'https://example.com/ar', 'https://example.com/ar'],
  [english, '/', '/'],
  [english, '/ar', '/ar'],
])('in %o, a redirect to %s is sent as %s', (language, location, sent) => {
  expect(locationIn(language, location, 'https://halvi.test')).toBe(sent)
})
