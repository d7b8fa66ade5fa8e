import { describe, expect, it } from 'vitest'
import { cropOf, focusOf, imageAddress, isImageId } from './images.ts'
import type { Image } from './shapes.ts'

const source = { projectId: 'halvi', dataset: 'production', baseUrl: 'https://halvi.test' }
const asset = { _id: 'image-abc-1600x900-png', width: 1600, height: 900 }
const image = (crop: unknown, hotspot: unknown = null) => ({ asset, crop, hotspot }) as Image
const whole = { left: 0, right: 0, top: 0, bottom: 0 }

/** Returns the query parameters of an image's URL. */
function parametersOf(crop: unknown, hotspot?: unknown): Record<string, string> {
  const address = imageAddress(source, image(crop, hotspot))?.width(400).height(300).url() ?? ''
  return Object.fromEntries(new URL(address).searchParams)
}

describe('imageAddress', () => {
  it.each([
    [{ left: 0.25 }, { ...whole, left: 0.25 }],
    [
      { top: 0.1, bottom: null, left: undefined },
      { ...whole, top: 0.1 },
    ],
    [{ left: '0.5', right: Number.NaN, top: -1, bottom: 2 }, whole],
    [{}, whole],
    [
      { left: 0.5, right: 0.5, top: 0.25, bottom: 0.25 },
      { ...whole, top: 0.25, bottom: 0.25 },
    ],
    [{ left: 1, right: 0, top: 0, bottom: 1 }, whole],
    [{ left: 0.7, right: 0.7, top: 0.9999, bottom: 0 }, whole],
  ])('reads the crop %j as %j', (crop, sides) => {
    expect(cropOf(image(crop))).toEqual(sides)
    const { rect = '0,0,1,1', w, h } = parametersOf(crop)
    const numbers = [...rect.split(','), w, h].map(Number)
    expect(numbers.every((number) => number >= 0)).toBe(true)
    for (const length of numbers.slice(2)) expect(length).toBeGreaterThan(0)
  })

  it.each([[{}], [{ x: 0.2 }], [{ x: 0.2, y: null, width: 'x', height: 3 }], [{ x: Number.NaN }]])(
    'returns a valid URL for the hotspot %j',
    (hotspot) => {
      for (const parameter of Object.values(parametersOf({ left: 0.1 }, hotspot))) {
        expect(parameter).not.toMatch(/NaN|-/)
      }
    },
  )

  it('rejects ids that are not of an image with a size', () => {
    for (const id of ['image-abc-0x9-png', 'image-abc-9x0-png', 'file-abc-pdf', null]) {
      expect(isImageId(id)).toBe(false)
    }
  })
})

describe('focusOf', () => {
  it.each([
    [null, { x: 0.2, y: 0.9, width: 0.1, height: 0.1 }, '20% 90%'],
    // The left half is cut off, and what is left ends before the hotspot.
    [{ left: 0.5, bottom: 0.2 }, { x: 0.75, y: 0.9, width: 0.1, height: 0.1 }, '50% 100%'],
    [{ left: 0.5 }, { x: 0.6, y: 0.25, width: 0.1, height: 0.1 }, '20% 25%'],
    [null, { x: 0.5, y: 0.5, width: 1, height: 1 }, undefined],
    [{ left: 1 }, { x: 'left', y: 3 }, undefined],
    [null, null, undefined],
  ])('returns the position for the crop %j and the hotspot %j', (crop, hotspot, expected) => {
    expect(focusOf(image(crop, hotspot))).toBe(expected)
  })
})
