import { canonicalPath } from 'halvi-site/addresses'
import type { ImageSource } from 'halvi-site/content/content-reader'
import { imageAddress } from 'halvi-site/content/images'
import type { Section, Seo } from 'halvi-site/content/shapes'
import { english, type Language } from 'halvi-site/language/language'
import { addressIn } from 'halvi-site/language/local-path'
import { wordsOf } from 'halvi-site/words/words'
import type { SiteSettings } from '../components/layout/site-settings.ts'
import { plainText } from '../components/text/plain-text.ts'
import { shareImagePath, sharingSize } from './share-image.ts'
import { breadcrumbs, type Crumb, faqOf, type JsonLd } from './structured-data.ts'
import { brandedTitle, siteOf } from './title.ts'

/** The root loader's data that every page's head needs. */
interface SiteData {
  settings: SiteSettings
  siteUrl: string
  language: Language
  /** The languages of the page. */
  languages: readonly Language[]
  words: object | null
  images: ImageSource
  /** In preview, the pattern of the hidden stega characters that texts contain for the overlays. */
  preview?: { stega: string }
}

interface PageMeta {
  /** The matches that Remix passes to `meta`. The last one is the page. */
  matches: readonly { id: string; pathname: string; data?: unknown }[]
  /** The canonical path with a leading slash, for a page with a second address. */
  path?: string
  /** The `seo` of the page's query. Null if the document does not exist. */
  seo: Seo | null | undefined
  /** The breadcrumbs after the home page. The last one is this page and needs no path. */
  crumbs?: readonly (Omit<Crumb, 'path'> & Partial<Crumb>)[]
  jsonLd?: readonly JsonLd[]
  /** The hue of the page's branch. */
  hue?: string | null | undefined
  /** Keeps the page out of search results. */
  unlisted?: boolean
}

/**
 * Returns the head of a page: title, description, canonical link, Open Graph tags, and JSON-LD (which Remix escapes).
 * Returns nothing if the root loader failed, because then root.tsx sets the title of the error page.
 */
export function pageMeta({ matches, path: canonical, unlisted, hue, ...copy }: PageMeta) {
  const site = siteOf<SiteData>(matches)
  const stega = site?.preview?.stega
  const { seo, crumbs, jsonLd } = stega ? withoutStega(copy, stega) : copy
  if (!site || !seo) return []
  const { siteUrl, language, languages } = site
  const { pathname = '/' } = matches.at(-1) ?? {}
  const local = canonical ?? canonicalPath(pathname) ?? pathname
  const path = addressIn(language, local)
  const settings = stega ? withoutStega(site.settings, stega) : site.settings
  const brand = settings?.facts?.name ?? ''
  const pageTitle = String(seo.title ?? '') || settings?.slogan || brand
  const title = brandedTitle(pageTitle, brand)
  const description =
    String(seo.description ?? '') || shortened(seo.intro) || String(settings?.description ?? '')
  const url = siteUrl + path
  const chosen = chosenImage(site, seo)
  const shared = { title: pageTitle, text: description, brand, hue: hue ?? '' }
  const drawn = shareImagePath(path, shared)
  const home = { name: wordsOf(site.words, language).site.homeCrumb, path: '/' }
  const trail = crumbs && [home, ...crumbs.map((crumb) => ({ path: local, ...crumb }))]
  const data = [
    ...(trail ? [breadcrumbs(trail.map((crumb) => urlOf(siteUrl, language, crumb)))] : []),
    ...(jsonLd ?? []),
  ].map((item) => ({ ...item, inLanguage: language.tag }))
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...alternates(siteUrl, local, languages),
    ...(unlisted ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: openGraphLocale(language) },
    { property: 'og:title', content: pageTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: chosen ?? siteUrl + drawn },
    { property: 'og:image:alt', content: title },
    { property: 'og:image:width', content: String(sharingSize.width) },
    { property: 'og:image:height', content: String(sharingSize.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...data.map((item) => ({ 'script:ld+json': item })),
  ]
}

/**
 * Returns the links to a page's languages, itself included, and to the default for all others (hreflang). None for a
 * page in one language.
 */
function alternates(siteUrl: string, path: string, languages: readonly Language[]) {
  if (languages.length < 2) return []
  const link = (hrefLang: string, language: Language) => ({
    ...{ tagName: 'link', rel: 'alternate', hrefLang },
    href: siteUrl + addressIn(language, path),
  })
  return [...languages.map((language) => link(language.tag, language)), link('x-default', english)]
}

const urlOf = (siteUrl: string, language: Language, { name, path }: Crumb) => ({
  name,
  url: siteUrl + addressIn(language, path),
})

/** Returns a locale such as `ar_US`, with the region of the site's visitors (https://ogp.me/#optional). */
const openGraphLocale = ({ locale }: Language) => {
  const { language, region = 'US' } = new Intl.Locale(locale)
  return `${language}_${region}`
}

/** A page with a title. It may have sections. */
interface TitledPage {
  title: string
  seo: Seo
  sections?: readonly Section[]
}

/** Returns the head of a route whose loader returns a page with a title. For use as the route's `meta`. */
export const titledMeta = ({
  data,
  matches,
}: Pick<PageMeta, 'matches'> & { data: TitledPage | undefined }) =>
  pageMeta({
    matches,
    seo: data?.seo,
    crumbs: [{ name: data?.title ?? '' }],
    jsonLd: faqOf(data?.sections ?? []),
  })

/** Maximum length of a description, in characters. Search results cut off longer ones. */
const maxDescription = 160

/** Shortens an intro to a description: keeps the sentences that fit completely, or the first words. */
function shortened(intro: Seo['intro'] | undefined): string {
  const text = typeof intro === 'string' ? intro.replace(/\s+/g, ' ').trim() : plainText(intro)
  if (text.length <= maxDescription) return text
  const start = text.slice(0, maxDescription)
  const sentences = /^.*[.!?؟۔](?= )/.exec(start)?.[0] ?? ''
  return sentences.length > 50 ? sentences : `${start.slice(0, -1).replace(/(?<!\s)\s+\S*$/, '')}…`
}

/** Returns the URL of the share image that staff have chosen for the page or the site, or undefined. */
function chosenImage({ siteUrl, images, settings }: SiteData, { image }: Seo): string | undefined {
  const chosen = imageAddress(images, image) ?? imageAddress(images, settings?.facts?.sharingImage)
  const url = chosen?.size(sharingSize.width, sharingSize.height).url()
  return url && new URL(url, siteUrl).href
}

/** Removes stega characters (see preview/drafts.ts): a page's head has no overlays, and other programs read it. */
function withoutStega<T>(copy: T, stega: string): T {
  return JSON.parse(JSON.stringify(copy).replace(new RegExp(stega, 'gu'), ''))
}
