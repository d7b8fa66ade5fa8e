import type { Peer } from './start-peer.ts'

/** The parts of one page, for other frameworks to render. */
export interface PageParts {
  title: string
  /** The code of its stylesheet. */
  styles: string
  /** The HTML in `<body>`, without scripts. */
  body: string
}

/** Returns the same page in other frameworks. Passes texts as JSON, so that the frameworks do not interpret them. */
export function peersFor(page: PageParts): Peer[] {
  return [astro(page), svelteKit(page), next(page), remix(page)]
}

const json = JSON.stringify

function astro({ title, styles, body }: PageParts): Peer {
  return {
    name: 'astro',
    title: 'Astro, static',
    dependencies: { astro: '5.18.0', '@astrojs/node': '9.5.5' },
    build: ['astro', 'build'],
    start: ['dist/server/entry.mjs'],
    files: {
      'astro.config.mjs': `import { defineConfig } from 'astro/config'
import node from '@astrojs/node'
export default defineConfig({ output: 'static', adapter: node({ mode: 'standalone' }) })`,
      'src/page.json': json({ title, styles, body }),
      'src/pages/index.astro': `---
import page from '../page.json'
---
<html lang="en"><head><title>{page.title}</title><style is:inline set:html={page.styles}></style></head>
<body><Fragment set:html={page.body} /></body></html>`,
    },
  }
}

function svelteKit({ title, styles, body }: PageParts): Peer {
  return {
    name: 'sveltekit',
    title: 'SvelteKit, prerendered',
    dependencies: {
      '@sveltejs/kit': '2.70.4',
      '@sveltejs/adapter-node': '5.5.7',
      '@sveltejs/vite-plugin-svelte': '6.2.4',
      svelte: '5.57.3',
      vite: '6.4.6',
    },
    files: {
      'svelte.config.js': `import adapter from '@sveltejs/adapter-node'
export default { kit: { adapter: adapter(), prerender: { crawl: false, entries: ['/'] } } }`,
      'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite'
export default { plugins: [sveltekit()] }`,
      'src/app.html': `<!doctype html><html lang="en"><head><style>${styles}</style>%sveltekit.head%</head>
<body><div>%sveltekit.body%</div></body></html>`,
      'src/page.json': json({ title, body }),
      'src/routes/+page.js': 'export const prerender = true',
      'src/routes/+page.svelte': `<script>import page from '../page.json'</script>
<svelte:head><title>{page.title}</title></svelte:head>
{@html page.body}`,
    },
    build: ['vite', 'build'],
    start: ['build/index.js'],
  }
}

function next({ title, styles, body }: PageParts): Peer {
  return {
    name: 'next',
    title: 'Next, static',
    dependencies: { next: '15.5.29', react: '19.2.9', 'react-dom': '19.2.9' },
    build: ['next', 'build'],
    start: ['node_modules/next/dist/bin/next', 'start'],
    files: {
      'page.json': json({ styles, body }),
      'app/layout.js': `export const metadata = { title: ${json(title)} }
export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }`,
      'app/page.js': `import page from '../page.json'
export default function Page() {
  return <><style dangerouslySetInnerHTML={{ __html: page.styles }} />
    <div dangerouslySetInnerHTML={{ __html: page.body }} /></>
}`,
    },
  }
}

function remix({ title, styles, body }: PageParts): Peer {
  return {
    name: 'remix',
    title: 'Remix, rendered for each request',
    dependencies: {
      '@remix-run/dev': '2.17.5',
      '@remix-run/node': '2.17.5',
      '@remix-run/react': '2.17.5',
      '@remix-run/serve': '2.17.5',
      isbot: '5.2.3',
      react: '18.3.1',
      'react-dom': '18.3.1',
      vite: '6.4.6',
    },
    build: ['remix', 'vite:build'],
    start: ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
    files: {
      'vite.config.js': `import { vitePlugin as remix } from '@remix-run/dev'
export default { plugins: [remix()] }`,
      'app/page.json': json({ title, styles, body }),
      'app/root.jsx': `import { Links, Meta, Outlet, Scripts, useLoaderData } from '@remix-run/react'
import page from './page.json'
export const loader = () => ({ styles: page.styles })
export default function Root() {
  const { styles } = useLoaderData()
  return <html lang="en"><head><Meta /><Links /><style dangerouslySetInnerHTML={{ __html: styles }} /></head>
    <body><Outlet /><Scripts /></body></html>
}`,
      'app/routes/_index.jsx': `import { useLoaderData } from '@remix-run/react'
import page from '../page.json'
export const loader = () => ({ title: page.title, body: page.body })
export const meta = ({ data }) => [{ title: data.title }]
export default function Page() {
  return <div dangerouslySetInnerHTML={{ __html: useLoaderData().body }} />
}`,
    },
  }
}
