import { createAdministrator } from '../administrator.ts'
import { asShipped, type RunningSite, startSite } from '../running-site.ts'
import { lakeTokenOf } from '../site-content.ts'
import type { SiteKind, Target } from './attack.ts'
import { isLong } from './circumstances.ts'
import { loadCommonImages } from './visitors.ts'

/** A running site, started as an operator does, with the data that attackers and visitors use. */
export interface SiteUnderAttack extends RunningSite {
  kind: SiteKind
  target: Target
  /** Paths of the images on its pages, the smallest first. */
  images: string[]
  /** Number of uncommon images that visitors have requested. */
  uncommonImageCount: number
}

const password = 'a password of tests only'

/** Starts a site with the shipped limits. */
export async function startSiteUnderAttack(kind: SiteKind): Promise<SiteUnderAttack> {
  const settings = {
    RATE_LIMIT: '30/10m',
    STUDIO_PASSWORD: password,
    CONTENT_API: kind === 'as shipped' ? 'private' : 'public',
    // Rendering pages in advance takes longer than a short attack, so only long attacks do it.
    ...(isLong && asShipped),
  }
  const site = await startSite(settings, {
    data: isLong ? 'new' : 'filled',
    ...(kind === 'few descriptors' && { descriptors: 300 }),
  })
  await createAdministrator(site, password)
  const { hostname: host, port } = new URL(site.url)
  const token = lakeTokenOf(site)
  const images = await imagesIn(`${site.url}/index`)
  const target: Target = {
    host,
    port: Number(port),
    addresses: ['127.0.0.2'],
    image: String(images[0]).replace(/\?.*/, ''),
    vector: await uploadVector(site.url, token),
    token,
  }
  const attacked = Object.assign(site, { kind, target, images, uncommonImageCount: 0 })
  await loadCommonImages(attacked)
  return attacked
}

async function imagesIn(page: string): Promise<string[]> {
  const html = await (await fetch(page)).text()
  const matches = html.match(/\/images\/[^" ,]+/g) ?? []
  if (matches.length === 0) throw new Error(`${page} contains no images`)
  const width = (path: string) => Number(/w=(\d+)/.exec(path)?.[1] ?? 0)
  const paths = [...new Set(matches)].map((path) => path.replaceAll('&amp;', '&'))
  return paths.sort((a, b) => width(a) - width(b))
}

/** Uploads an SVG as staff and returns its path without parameters. */
async function uploadVector(url: string, token: string): Promise<string> {
  const response = await fetch(`${url}/v2025-02-19/assets/images/production`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'image/svg+xml' },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  })
  const { document } = (await response.json()) as { document: { path: string } }
  return `/${document.path}`
}
