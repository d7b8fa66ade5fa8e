import { address } from '../fields/address.ts'
import { field, line, object, paragraph, textWithFacts } from '../fields/field.ts'
import { list } from '../fields/list.ts'

/** Hides a field of pictures and cards everywhere but on the landing page, which alone shows it. */
const onLandingPage = ({ document }: { document?: { _type: string } }) =>
  document?._type !== 'landingPage'

export const keyFeature = object(
  'keyFeature',
  'Key feature',
  [line('title', 'Title'), textWithFacts('text', 'Text')],
  { shown: { title: 'title' } },
)

/** A card that leads somewhere. */
export const linkCard = object(
  'linkCard',
  'Card with a link',
  [
    line('title', 'Title'),
    paragraph('text', 'Text'),
    line('label', 'Words of the link'),
    address('href', 'Link', ['path', 'https'], {
      description: 'A page of this site such as /services/local, or a web address.',
    }),
    field('screen', 'Screen of the app', 'figure', {
      description: 'Cropped to what matters: it is shown small.',
      hidden: onLandingPage,
    }),
  ],
  { shown: { title: 'title', subtitle: 'href' } },
)

/** A heading with a line or two beneath it. */
export const heading = object(
  'heading',
  'Heading',
  [line('title', 'Title'), paragraph('text', 'Text', { optional: true, rows: 2 })],
  { shown: { title: 'title', subtitle: 'text' } },
)

/** A picture with the words that stand for it. */
export const figure = object(
  'figure',
  'Picture',
  [
    field('alt', 'What the picture shows', 'string', {
      description: 'Read aloud to people who cannot see it, and shown when it fails to load.',
      required: 'Say what the picture shows.',
    }),
    field('caption', 'Caption', 'string', {
      description:
        'Shown under the screens of the gallery, such as Screen 7; other pictures have none.',
      hidden: onLandingPage,
    }),
  ],
  {
    type: 'image',
    options: { hotspot: true },
    preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
  },
)

/** What a form says of what is sent with it; its link leads to /support/privacy. */
export const formPrivacy = object('formPrivacy', 'What happens to what people send', [
  line('text', 'Text'),
  line('label', 'Words of the link to the privacy policy'),
])

/** What happens once a form is sent. */
export const nextSteps = object('nextSteps', 'What happens next', [
  line('title', 'Heading'),
  list('steps', 'Steps', 'keyFeature', {
    length: [2, 6],
    description: 'Say in each how long it takes.',
  }),
])

/** What search engines and shared links show of a page; what is empty falls back to the page. */
export const seo = object(
  'seo',
  'Search and sharing',
  [
    field('title', 'Title in search results', 'string', {
      description: 'Up to 60 characters; longer ones are cut off. The brand is added by itself.',
      rules: (rule) => [rule.max(60).warning('Longer titles are cut off in search results.')],
    }),
    field('description', 'Description in search results', 'text', {
      rows: 3,
      description: 'One or two sentences, up to 160 characters, that make someone click.',
      rules: (rule) => [rule.max(160).warning('Longer descriptions are cut off.')],
    }),
    field('image', 'Picture for shared links', 'image', {
      description:
        'At least 1200 × 630 pixels. Empty: the picture in the site settings, or one that is drawn from the title.',
      options: { hotspot: true },
    }),
  ],
  {
    description: 'What search engines and shared links show. Empty fields fall back to the page.',
  },
)
