/** What other frameworks are made of. */
export const versions = {
  astro: { astro: '5.18.0', '@astrojs/node': '9.5.5' },
  next: { next: '15.5.29', react: '19.2.9', 'react-dom': '19.2.9' },
  remix: {
    '@remix-run/dev': '2.17.5',
    '@remix-run/node': '2.17.5',
    '@remix-run/react': '2.17.5',
    '@remix-run/serve': '2.17.5',
    isbot: '5.2.3',
    react: '18.3.1',
    'react-dom': '18.3.1',
    vite: '6.4.6',
  },
}
