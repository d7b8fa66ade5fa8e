import { LanguageContext } from 'halvi-site/language/context'
import { languageFrom } from 'halvi-site/language/language'
import { UntranslatedContext } from 'halvi-site/language/local-path'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Link } from './link.tsx'

const render = (href: string) => renderToStaticMarkup(<Link href={href}>Words</Link>)

describe('Link', () => {
  it.each(['/waitlist', '/support/faq?q=a', '#content', 'mailto:a@halvi.test', 'tel:+12145550142'])(
    'renders a link to %s in the same tab',
    (href) => {
      expect(render(href)).toBe(`<a href="${href}">Words</a>`)
    },
  )

  it('renders a link to another site in a new tab, and announces it', () => {
    const html = render('https://example.com/')
    expect(html).toContain('target="_blank"')
    expect(html).toContain('rel="noopener noreferrer"')
    expect(html).toContain('opens in a new tab')
  })

  it('to a page in English only keeps its words and the note together, unless it is compact', () => {
    const language = languageFrom({ code: 'fr' })
    const french = (isCompact: boolean) =>
      renderToStaticMarkup(
        language && (
          <LanguageContext.Provider value={language}>
            <UntranslatedContext.Provider value={new Set(['/', '/support/faq'])}>
              <Link href="/support/faq" isCompact={isCompact}>
                <svg />
                {['Words', ' ', 'more']}
              </Link>
            </UntranslatedContext.Provider>
          </LanguageContext.Provider>
        ),
      )
    const [, inside = ''] =
      /^<a href="\/support\/faq" hrefLang="en">(.*)<\/a>$/.exec(french(false)) ?? []
    expect(inside).toMatch(
      /^<svg><\/svg><span><span>Words more <span[^>]*>\(.+\)<\/span><\/span><\/span>$/,
    )
    expect(french(true)).toBe('<a href="/support/faq" hrefLang="en"><svg></svg>Words more</a>')
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\\\\evil.test',
    'https:evil.test',
    'http:/evil.test',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'file:///etc/passwd',
    'https://',
    'page',
    '',
  ])('renders %j without a link', (href) => {
    expect(render(href)).not.toContain('<a')
  })
})
