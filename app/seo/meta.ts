import { canonicalPath, leadsSomewhere } from '../addresses.ts'
import type { SiteSettings } from '../components/layout/site-settings.ts'
import { plainText } from '../components/text/plain-text.ts'
import type { ImageSource } from '../content/content.ts'
import { imageAddress } from '../content/images.ts'
import type { Seo } from '../content/shapes.ts'
import { shareImagePath, sharingSize } from './share-image.ts'
import { breadcrumbs, type Crumb, type JsonLd } from './structured-data.ts'

/** What the root loader knows and every page's head needs. */
interface SiteData {
  settings: SiteSettings
  siteUrl: string
  livePaths?: readonly string[]
  images: ImageSource
  /** In preview, the pattern of the stega that texts carry for overlays. */
  preview?: { stega: string }
}

interface PageMeta {
  /** As Remix hands them to `meta`; the last is the page. */
  matches: readonly { id: string; pathname: string; data?: unknown }[]
  /** The canonical path, with a slash in front, where the page has a second address. */
  path?: string
  /** What the page's query says; null while the document is missing. */
  seo: Seo | null | undefined
  /** The way from the home page to this one, which comes last and needs no path. */
  crumbs?: readonly (Omit<Crumb, 'path'> & Partial<Crumb>)[]
  jsonLd?: readonly JsonLd[]
  /** That of the branch that the page is about. */
  hue?: string | null | undefined
  /** Keeps the page out of search results. */
  unlisted?: boolean
}

/**
 * Returns the head of a page: title, description, canonical link, Open Graph and JSON-LD (which Remix escapes). Empty
 * when the root loader failed: the root names the error page then.
 */
export function pageMeta({ matches, path: canonical, unlisted, hue, ...copy }: PageMeta) {
  const site = matches.find(({ id }) => id === 'root')?.data as SiteData | undefined
  const stega = site?.preview?.stega
  const { seo, crumbs, jsonLd } = stega ? withoutStega(copy, stega) : copy
  if (!site || !seo) return []
  const { siteUrl } = site
  const { pathname = '/' } = matches.at(-1) ?? {}
  const path = canonical ?? canonicalPath(pathname) ?? pathname
  const settings = stega ? withoutStega(site.settings, stega) : site.settings
  const brand = settings?.name ?? ''
  const own = String(seo.title ?? '') || brand
  const title = own.includes(brand) ? own : `${own} | ${brand}`
  const description =
    String(seo.description ?? '') || shortened(seo.intro) || String(settings?.description ?? '')
  const url = siteUrl + path
  const chosen = chosenImage(site, seo)
  const shared = { title: own, brand, hue: typeof hue === 'string' ? hue : '' }
  const drawn = shareImagePath(path, shared)
  const way = crumbs
    ?.map((crumb) => ({ path, ...crumb }))
    .filter((crumb) => !site.livePaths || leadsSomewhere(crumb.path, site.livePaths))
  const data = [...(way ? [breadcrumbs(siteUrl, way)] : []), ...(jsonLd ?? [])]
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(unlisted ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:title', content: own },
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

/** The `meta` of a route whose loader returns a page with a title. */
export const titledMeta = ({
  data,
  matches,
}: Pick<PageMeta, 'matches'> & { data: { title: string; seo: Seo } | undefined }) =>
  pageMeta({ matches, seo: data?.seo, crumbs: [{ name: data?.title ?? '' }] })

/** Search results cut off longer descriptions, in characters. */
const maxDescription = 160

/** An intro as a description: its whole sentences that fit, or its first words. */
function shortened(intro: Seo['intro'] | undefined): string {
  const text = typeof intro === 'string' ? intro.replace(/\s+/g, ' ').trim() : plainText(intro)
  if (text.length <= maxDescription) return text
  const start = text.slice(0, maxDescription)
  const sentences = /^.*[.!?](?= )/.exec(start)?.[0] ?? ''
  return sentences.length > 50 ? sentences : `${start.slice(0, -1).replace(/\s+\S*$/, '')}…`
}

/** The picture that staff have chosen, for the page or for all. */
function chosenImage({ siteUrl, images }: SiteData, { image }: Seo): string | undefined {
  const url = imageAddress(images, image)?.size(sharingSize.width, sharingSize.height).url()
  return url && new URL(url, siteUrl).href
}

/** Nobody clicks in a page's head, and other programs read it. */
function withoutStega<T>(copy: T, stega: string): T {
  return JSON.parse(JSON.stringify(copy).replace(new RegExp(stega, 'gu'), ''))
}
