import { describe, expect, it } from 'vitest'
import {
  khatam,
  latticeTile,
  meetingDistance,
  type Point,
  path,
  star,
  starInPolygon,
  tileSize,
} from './geometry.ts'

const distance = ([x, y]: Point) => Math.hypot(x, y)

function pointsOf(data: string): Point[] {
  return [...data.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
}

describe('star', () => {
  it('alternates tips and notches around its center', () => {
    const corners = star(8, 10, 4, { center: [3, -2] }).map(([x, y]): Point => [x - 3, y + 2])
    expect(corners).toHaveLength(16)
    corners.forEach((corner, index) => {
      expect(distance(corner)).toBeCloseTo(index % 2 ? 4 : 10)
    })
  })

  it('starts with a tip at its rotation', () => {
    const [tip] = star(8, 10, 4, { rotation: 90 })
    expect(tip?.[0]).toBeCloseTo(0)
    expect(tip?.[1]).toBeCloseTo(10)
  })
})

describe('starInPolygon', () => {
  it.each([45, 54, 60, 67.5])('draws lines that leave each side at %s degrees', (contact) => {
    const [tip, notch] = starInPolygon(8, 50, contact)
    // The side at the first tip is vertical, so its contact angle is the angle to the y axis.
    const [dx, dy] = [(tip?.[0] ?? 0) - (notch?.[0] ?? 0), (notch?.[1] ?? 0) - (tip?.[1] ?? 0)]
    expect((Math.atan2(dx, dy) * 180) / Math.PI).toBeCloseTo(contact)
  })

  it('moves the meeting point toward the center for steeper lines', () => {
    expect(meetingDistance(8, 50, 67.5)).toBeLessThan(meetingDistance(8, 50, 45))
  })
})

describe('khatam', () => {
  it('consists of two squares: every second tip is a corner of the same square', () => {
    const tips = khatam(10).filter((_, index) => index % 4 === 0)
    expect(tips).toHaveLength(4)
    tips.forEach(([x, y], index) => {
      const [nextX, nextY] = tips[(index + 1) % 4] ?? [0, 0]
      expect(x * nextX + y * nextY).toBeCloseTo(0)
    })
    // The notch is on the square's side from tip (10, 0) to tip (0, 10).
    const notch = khatam(10)[1] ?? [0, 0]
    expect(notch[0] + notch[1]).toBeCloseTo(10)
  })
})

describe('latticeTile', () => {
  it.each([45, 60, 72])('tiles without a seam at %s degrees', (contact) => {
    const points = pointsOf(latticeTile(contact)).map(([x, y]) => `${x} ${y}`)
    for (const point of points) {
      const [x = 0, y = 0] = point.split(' ').map(Number)
      if (x === 0) expect(points).toContain(`${tileSize} ${y}`)
      if (y === 0) expect(points).toContain(`${x} ${tileSize}`)
    }
    expect(points).toContain(`0 ${tileSize / 2}`)
  })
})

describe('latticeTile, at the edge between octagon and square', () => {
  it('continues the lines of one in the other', () => {
    const points = pointsOf(latticeTile(60)).map(([x, y]) => `${x} ${y}`)
    const corner = Math.round((tileSize / 2) * (1 + Math.SQRT1_2) * 10) / 10
    expect(points.filter((point) => point === `${corner} ${corner}`)).toHaveLength(2)
  })
})

describe('path', () => {
  it('closes an outline and rounds to hundredths', () => {
    expect(
      path([
        [0.004, -0.001],
        [1 / 3, 2],
      ]),
    ).toBe('M0 0L0.33 2Z')
  })
})
