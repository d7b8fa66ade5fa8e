import { expect, it } from 'vitest'
import migrateLinks from './links.ts'

const page = (_ref: string) => ({ page: { _type: 'reference', _ref } })
const pages = [
  { _id: 'feature-driver', _type: 'featurePage', slug: { current: 'driver' } },
  { _id: 'faqPage', _type: 'faqPage' },
  { _id: 'waitlistPage', _type: 'waitlistPage' },
  { _id: 'programme-creator', _type: 'affiliateProgramme', key: 'creator' },
  { _id: 'drafts.new', _type: 'legalPage', slug: { current: 'new' } },
]

/** Returns a menu item's fields after the migration. */
function migrated(href: unknown) {
  const document = { _id: 'siteSettings', _type: 'siteSettings', headerLinks: [{ href }] }
  const { headerLinks } = migrateLinks(document, pages) as typeof document
  return headerLinks[0]
}

it.each([
  ['/business/driver', page('feature-driver')],
  ['/Driver/', page('feature-driver')],
  ['/support/faq?q=a#commission', { ...page('faqPage'), query: 'q=a', anchor: 'commission' }],
  ['/affiliates/creator', page('programme-creator')],
  ['/affiliate/apply/creator', { ...page('programme-creator'), view: 'apply' }],
  ['https://example.com/a', { url: 'https://example.com/a' }],
  ['mailto:a@example.com', { url: 'mailto:a@example.com' }],
])('turns %s into a link', (href, link) => {
  expect(migrated(href)).toEqual({ destination: { _type: 'link', ...link } })
})

it.each(['/nowhere', '/support/new', '/business', '//evil.test', 'javascript:x', '', null, 7])(
  'keeps %j, which is not the address of a published page',
  (href) => expect(migrated(href)).toEqual({ href }),
)

it('changes links in texts and redirects, and changes nothing when it runs again', () => {
  const markDefs = [{ _key: 'a', _type: 'link', href: '/waitlist?interest=openStore' }]
  const legal = { _id: 'legal', _type: 'legalPage', body: [{ _type: 'block', markDefs }] }
  const redirect = { _id: 'r', _type: 'redirect', from: '/a', to: '/support/faq' }
  const link = { _key: 'a', _type: 'link', ...page('waitlistPage'), query: 'interest=openStore' }
  const first = migrateLinks(legal, pages)
  expect(first).toMatchObject({ body: [{ markDefs: [link] }] })
  expect(migrateLinks(first as typeof legal, pages)).toEqual(first)
  expect(migrateLinks(redirect, pages)).toEqual({
    ...{ _id: 'r', _type: 'redirect', from: '/a' },
    destination: { _type: 'link', ...page('faqPage') },
  })
})

it('keeps messages, whose links are typed', () => {
  const message = {
    _id: 'm',
    _type: 'mailMessage',
    markDefs: [{ _type: 'link', href: '/waitlist' }],
  }
  expect(migrateLinks(message, pages)).toBeUndefined()
})
