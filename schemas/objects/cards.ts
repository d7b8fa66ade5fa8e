import type { Path } from '@sanity/types'
import { choice, field, line, object, paragraph, textWithFacts } from '../fields/field.ts'
import { icons } from '../fields/icons.ts'
import { pictureShapes, sharedShape } from '../fields/image-shapes.ts'
import { list } from '../fields/list.ts'
import { linkField } from './link.ts'

/** Types of pages that show screenshots on cards. */
const withScreenshots = ['landingPage', 'page', 'businessPage']

/** Hides a field in documents of all other types, because their pages don't show it. */
const exceptWithScreenshots = ({ document }: { document?: { _type: string } }) =>
  !withScreenshots.includes(document?._type ?? '')

/** Hides a field of all images except those of galleries, which are the only lists `screens` of an object. */
const exceptInGallery = ({ path }: { path: Path }) => path.length < 4 || path.at(-3) !== 'screens'

export const keyFeature = object(
  'keyFeature',
  'Key feature',
  [
    line('title', 'Title'),
    choice(
      'icon',
      'Icon',
      Object.entries(icons).map(([value, title]) => ({ title, value })),
      { description: 'Default: a check mark. Steps show their number instead.' },
    ),
    textWithFacts('text', 'Text'),
  ],
  { shown: { title: 'title' } },
)

/** A card with a link. */
export const linkCard = object(
  'linkCard',
  'Card with a link',
  [
    line('title', 'Title'),
    paragraph('text', 'Text'),
    line('label', 'Link label'),
    linkField(),
    field('screen', 'App screenshot', 'figure', {
      description: 'Shown small, so crop it to the important part.',
      hidden: exceptWithScreenshots,
    }),
  ],
  { shown: { title: 'title', subtitle: 'destination.page.title' } },
)

/** A heading with an optional short text below it. */
export const heading = object(
  'heading',
  'Heading',
  [line('title', 'Title'), paragraph('text', 'Text', { optional: true, rows: 2 })],
  { shown: { title: 'title', subtitle: 'text' } },
)

/** An image with its alternative text. */
export const figure = object(
  'figure',
  'Image',
  [
    field('alt', 'Alternative text', 'string', {
      description: 'Read by screen readers and shown if the image doesn’t load.',
      required: 'Describe the image.',
    }),
    field('name', 'Short name', 'string', {
      description: 'Shown beside the caption in the gallery, such as Kitchen orders.',
      hidden: exceptInGallery,
    }),
    field('caption', 'Caption', 'string', {
      description: 'Shown below screenshots in the gallery, as in Screen 7.',
      hidden: exceptInGallery,
    }),
  ],
  {
    type: 'image',
    options: { hotspot: { previews: pictureShapes } },
    preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
  },
)

/** A note on privacy below a form. Its link opens /support/privacy. */
export const formPrivacy = object('formPrivacy', 'Privacy note on forms', [
  line('text', 'Text'),
  line('label', 'Privacy policy link label'),
])

/** The next steps, shown after a form is submitted. */
export const nextSteps = object('nextSteps', 'What happens next', [
  line('title', 'Heading'),
  list('steps', 'Steps', 'keyFeature', {
    length: [2, 6],
    description: 'Say how long each step takes.',
  }),
])

/** The title, description, and image of a page in search results and shared links. Empty fields use the page's. */
export const seo = object(
  'seo',
  'Search and sharing',
  [
    field('title', 'Search title', 'string', {
      description: '60 characters or fewer. The brand name is added automatically.',
      rules: (rule) => [
        rule.max(60).warning('Titles over 60 characters are cut off in search results.'),
      ],
    }),
    field('description', 'Search description', 'text', {
      rows: 3,
      description: 'One or two sentences, 160 characters or fewer. Give people a reason to click.',
      rules: (rule) => [
        rule.max(160).warning('Descriptions over 160 characters are cut off in search results.'),
      ],
    }),
    field('image', 'Image for shared links', 'image', {
      description:
        'At least 1200 × 630 pixels. If empty, uses the image in Settings, or one generated from the title.',
      options: { hotspot: { previews: sharedShape } },
    }),
  ],
  {
    description:
      'Shown in search results and shared links. Empty fields use the page’s title and text.',
  },
)
