import { frameworks } from '../frameworks.ts'
import type { Peer } from '../start-peer.ts'
import type { LandingPage } from './page.ts'

const json = JSON.stringify

/** The input for each framework: the page, the code of its islands, and the fonts by path. */
export interface LandingParts {
  page: LandingPage
  islands: string
  fonts: Record<string, Buffer>
}

/** Returns the landing page in other frameworks, each built in the recommended way. */
export function landingPeers(parts: LandingParts): Peer[] {
  return [astro(parts), next(parts), remix(parts)]
}

/** The code that renders a tree, for frameworks in which React renders the whole page. */
const rendering = `import { createElement } from 'react'
import * as islands from './islands.js'
export function render(node) {
  if (typeof node === 'string') return node
  const [tag, props, ...children] = node
  return createElement(islands[tag] ?? tag, props, ...children.map(render))
}`

function astro({ page, islands, fonts }: LandingParts): Peer {
  const { title, links, pieces } = page
  const holes = page.islands.map(
    ({ name, start }, index) => `<Fragment set:html={page.pieces[${index}]} />
<${name} client:${start} {...page.islands[${index}]} />`,
  )
  const props = page.islands.map((island) => island.props)
  return {
    name: 'landing-astro',
    title: 'Astro, static, React islands',
    ...frameworks.astro,
    dependencies: {
      ...frameworks.astro.dependencies,
      '@astrojs/react': '4.4.2',
      react: '19.2.9',
      'react-dom': '19.2.9',
    },
    files: {
      'astro.config.mjs': `import { defineConfig } from 'astro/config'
import node from '@astrojs/node'
import react from '@astrojs/react'
export default defineConfig({
  output: 'static', adapter: node({ mode: 'standalone' }), integrations: [react()],
})`,
      'src/page.json': json({ title, links, pieces, islands: props }),
      'src/islands.js': islands,
      'src/styles.css': page.styles,
      'src/pages/index.astro': `---
import page from '../page.json'
import { LiveCard, RotatingWords } from '../islands.js'
import '../styles.css'
---
<html lang="en"><head><meta charset="utf-8" /><title>{page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
{page.links.map((link) => <link {...link} />)}</head>
<body>${holes.join('')}<Fragment set:html={page.pieces.at(-1)} /></body></html>`,
      ...inFolder('public', fonts),
    },
  }
}

function next({ page, islands, fonts }: LandingParts): Peer {
  return {
    name: 'landing-next',
    title: 'Next, static',
    ...frameworks.next,
    files: {
      'page.json': json({ links: page.links, body: page.body }),
      'app/islands.js': `'use client'\n${islands}`,
      'app/render.js': rendering,
      'app/styles.css': page.styles,
      'app/layout.js': `import './styles.css'
import page from '../page.json'
export const metadata = { title: ${json(page.title)} }
export default function Layout({ children }) {
  return <html lang="en">
    <head>{page.links.map((link) => <link key={link.href} {...link} />)}</head>
    <body>{children}</body>
  </html>
}`,
      'app/page.js': `import page from '../page.json'
import { render } from './render.js'
export default function Page() { return <>{...page.body.map(render)}</> }`,
      ...inFolder('public', fonts),
    },
  }
}

function remix({ page, islands, fonts }: LandingParts): Peer {
  return {
    name: 'landing-remix',
    title: 'Remix, hydrated whole',
    ...frameworks.remix,
    files: {
      'vite.config.js': `import { vitePlugin as remix } from '@remix-run/dev'
export default { plugins: [remix({ future: { v3_singleFetch: true } })] }`,
      'app/page.json': json({ title: page.title, body: page.body }),
      'app/islands.js': islands,
      'app/render.js': rendering,
      'app/styles.css': page.styles,
      'app/root.jsx': `import { Links, Meta, Outlet, Scripts } from '@remix-run/react'
import styles from './styles.css?url'
export const links = () => [...${json(page.links)}, { rel: 'stylesheet', href: styles }]
export default function Root() {
  return <html lang="en"><head><meta charSet="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" /><Meta /><Links /></head>
    <body><Outlet /><Scripts /></body></html>
}`,
      'app/routes/_index.jsx': `import { useLoaderData } from '@remix-run/react'
import page from '../page.json'
import { render } from '../render.js'
export const loader = () => page
export const meta = ({ data }) => [{ title: data.title }]
export default function Page() { return <>{...useLoaderData().body.map(render)}</> }`,
      ...inFolder('public', fonts),
    },
  }
}

function inFolder(folder: string, files: Record<string, Buffer>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [folder + path, file]))
}
