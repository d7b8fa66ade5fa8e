import { describe, expect, it } from 'vitest'
import { planImage } from './geometry.ts'

const original = { width: 400, height: 200 }
const plan = (wanted: Partial<Parameters<typeof planImage>[1]>, size = original) =>
  planImage(size, { fit: 'clip', focus: { x: 0.5, y: 0.5 }, rotate: 0, ...wanted })
const canvas = (...given: Parameters<typeof plan>) => {
  const { width, height } = plan(...given).canvas
  return `${width}x${height}`
}

describe('the size of the result', () => {
  it.each([
    [{}, '400x200'],
    [{ width: 100 }, '100x50'],
    [{ height: 50 }, '100x50'],
    [{ width: 100, height: 100 }, '100x50'],
    [{ width: 800 }, '800x400'],
    [{ width: 800, fit: 'max' }, '400x200'],
    [{ width: 100, height: 100, fit: 'max' }, '100x50'],
    [{ width: 100, height: 100, fit: 'scale' }, '100x100'],
    [{ width: 100, height: 100, fit: 'crop' }, '100x100'],
    [{ width: 600, height: 600, fit: 'crop' }, '600x600'],
    [{ width: 600, height: 600, fit: 'min' }, '200x200'],
    [{ width: 100, height: 100, fit: 'min' }, '100x100'],
    [{ width: 600, height: 600, fit: 'fill' }, '600x600'],
    [{ width: 600, height: 600, fit: 'fillmax' }, '600x600'],
    [{ height: 100, maxWidth: 150, fit: 'crop' }, '150x100'],
    [{ width: 100, minHeight: 80, fit: 'crop' }, '100x80'],
    [{ width: 100, rotate: 90 }, '100x200'],
    [{ width: 999_999_999 }, '2896x1448'],
    [{ width: 9000, height: 9000, fit: 'crop' }, '2048x2048'],
    [{ width: 1, height: 999_999_999, fit: 'scale' }, '1x4096'],
  ] as const)('for %j is %s', (wanted, expected) => {
    expect(canvas(wanted)).toBe(expected)
  })

  it('is never zero, however long and thin the image is', () => {
    expect(canvas({ width: 10 }, { width: 10_000, height: 1 })).toBe('10x1')
    expect(canvas({}, { width: 20_000, height: 2 })).toBe('4096x1')
  })

  it('can exceed the scaled image with fill and fillmax', () => {
    expect(plan({ width: 600, height: 600, fit: 'fill' }).scaled).toEqual({
      width: 600,
      height: 300,
    })
    expect(plan({ width: 600, height: 600, fit: 'fillmax' }).scaled).toEqual(original)
  })
})

describe('the part of the original that is used', () => {
  const square = { width: 100, height: 100, fit: 'crop' } as const

  it('is centered, at an edge, or around a point', () => {
    expect(plan(square).extract).toEqual({ left: 100, top: 0, width: 200, height: 200 })
    expect(plan({ ...square, focus: { x: 1, y: 0.5 } }).extract.left).toBe(200)
    expect(plan({ ...square, focus: { x: 0.4, y: 0.5 } }).extract.left).toBe(60)
    expect(plan({ ...square, focus: { x: 0.1, y: 0.5 } }).extract.left).toBe(0)
  })

  it('is inside rect, which is clipped to the image', () => {
    const rect = { left: 300, top: 100, width: 500, height: 500 }
    expect(plan({ rect }).extract).toEqual({ left: 300, top: 100, width: 100, height: 100 })
    expect(plan({ ...square, rect: { ...rect, width: 50 } }).extract).toEqual({
      left: 300,
      top: 125,
      width: 50,
      height: 50,
    })
    expect(() => plan({ rect: { ...rect, left: 400 } })).toThrow(
      expect.objectContaining({ statusCode: 400 }),
    )
  })

  it('is chosen by entropy unless that is too expensive, and is the center otherwise', () => {
    const busiest = { ...square, focus: 'entropy' } as const
    expect(plan(busiest)).toMatchObject({ byEntropy: true, extract: original })
    // 4096 × 4096 pixels would have to be searched.
    const pixel = { width: 100, height: 100 }
    expect(plan({ ...busiest, width: 1, height: 4096 }, pixel)).toMatchObject({
      byEntropy: false,
      extract: { left: 50, top: 0, width: 1, height: 100 },
    })
  })

  it('takes rotation into account', () => {
    const top = { width: 100, height: 100, fit: 'crop', focus: { x: 0.5, y: 0 } } as const
    // After clockwise rotation, the left edge of the original is at the top.
    expect(plan({ ...top, rotate: 90 }).extract.left).toBe(0)
    expect(plan({ ...top, rotate: 270 }).extract.left).toBe(200)
    const right = { ...top, focus: { x: 1, y: 0.5 } }
    expect(plan({ ...right, rotate: 180 }).extract.left).toBe(0)
  })
})
