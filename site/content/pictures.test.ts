import { expect, it } from 'vitest'
import { withPictures } from './pictures.ts'

it('leaves out images without a picture, also in sections that only the translation has', () => {
  const images = [{ _key: 'a', asset: null, alt: 'Soup' }]
  const sections = [{ _key: 's', images }]
  expect(withPictures({ sections }, { sections: [] })).toEqual({
    sections: [{ _key: 's', images: [] }],
  })
  const original = { sections: [{ _key: 's', images: [{ _key: 'a', asset: 'image' }] }] }
  expect(withPictures({ sections }, original)).toMatchObject({
    sections: [{ images: [{ asset: 'image', alt: 'Soup' }] }],
  })
})
