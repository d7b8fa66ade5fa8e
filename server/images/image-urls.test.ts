import { expect, it } from 'vitest'
import { imageUrls } from './image-urls.ts'

const image = `/images/halvi/production/${'0a'.repeat(20)}-800x600.png`

it('finds each image URL once: in attributes, srcsets, URLs of other origins, and JSON', () => {
  const page = [
    `<img src="${image}?w=320&amp;auto=format" srcSet="${image}?rect=0,0,8,6&amp;w=320 320w, ${image}?w=640, ${image}?w=320&amp;auto=format 3x" loading="lazy"/>`,
    `<img src="${image}?w=5" loading="eager"/>`,
    `<meta property="og:image" content="https://halvi.test${image}?w=1200"><a href="${image}">`,
    `{"src":"${image}?w=9\\u0026auto=format","other":"/images/x.png?w=1"}`,
  ]
  const { eager, all } = imageUrls(Buffer.from(page.join('\n')))
  expect([...all]).toEqual([
    `${image}?w=320&auto=format`,
    `${image}?rect=0,0,8,6&w=320`,
    `${image}?w=640`,
    `${image}?w=5`,
    `${image}?w=1200`,
    `${image}?w=9&auto=format`,
  ])
  expect([...eager]).toEqual([`${image}?w=5`])
})
