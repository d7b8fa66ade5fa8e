import type { Peer } from './start-peer.ts'

type Framework = Pick<Peer, 'dependencies' | 'build' | 'start'>

/** The dependencies of other frameworks, and the commands that build and start them. */
export const frameworks = {
  astro: {
    dependencies: { astro: '5.18.0', '@astrojs/node': '9.5.5' },
    build: ['astro', 'build'],
    start: ['dist/server/entry.mjs'],
  },
  next: {
    dependencies: { next: '15.5.29', react: '19.2.9', 'react-dom': '19.2.9' },
    build: ['next', 'build'],
    start: ['node_modules/next/dist/bin/next', 'start'],
  },
  remix: {
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
  },
} satisfies Record<string, Framework>
