/** A position in SVG units: x to the right, y down. */
export type Point = readonly [x: number, y: number]

/** The position and rotation of a star. Angles are in degrees, clockwise from the x axis. */
export interface Placement {
  center?: Point
  rotation?: number
}

/** Returns the corners of a star: alternately tips and notches, starting with a tip at `rotation`. */
export function star(
  tips: number,
  outer: number,
  inner: number,
  { center: [x, y] = [0, 0], rotation = 0 }: Placement = {},
): Point[] {
  return Array.from({ length: tips * 2 }, (_, corner) => {
    const radius = corner % 2 ? inner : outer
    const angle = ((rotation + (corner * 180) / tips) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })
}

/**
 * Returns the distance from the center of a regular polygon at which two neighboring lines meet. Each line starts at
 * the midpoint of a side at the contact angle (in degrees). This is Hankin's polygons-in-contact method, which
 * produces girih patterns. Uses the law of sines.
 */
export function meetingDistance(sides: number, apothem: number, contact: number): number {
  const angle = (contact * Math.PI) / 180
  return (apothem * Math.cos(angle)) / Math.cos(angle - Math.PI / sides)
}

/** Returns the star that lines at the contact angle form inside a regular polygon. */
export function starInPolygon(
  sides: number,
  apothem: number,
  contact: number,
  placement?: Placement,
): Point[] {
  return star(sides, apothem, meetingDistance(sides, apothem, contact), placement)
}

/** Returns the khatam: two squares, rotated by 45 degrees against each other, with tips at `radius`. */
export function khatam(radius: number, placement?: Placement): Point[] {
  return starInPolygon(8, radius, 45, placement)
}

/** The side length of a lattice tile, in SVG units. */
export const tileSize = 100

/** Returns the star in the octagon of a tile. */
export function latticeStar(contact: number): Point[] {
  const apothem = tileSize / 2
  return starInPolygon(8, apothem, contact, { center: [apothem, apothem] })
}

/**
 * Returns the path data of one tile of a girih pattern on octagons and squares (tiling 4.8.8): a star in the octagon,
 * and a quarter of the square's star at each corner.
 *
 * @param contact the angle of the lines in degrees, from 45 (broad stars) to 75 (narrow stars)
 */
export function latticeTile(contact: number): string {
  const squareApothem = (tileSize / 2) * Math.tan(Math.PI / 8)
  const corners: Point[] = [
    [0, 0],
    [tileSize, 0],
    [tileSize, tileSize],
    [0, tileSize],
  ]
  const stars = [
    latticeStar(contact),
    ...corners.map((center) => starInPolygon(4, squareApothem, contact, { center, rotation: 45 })),
  ]
  // Rounds to tenths of a unit, which are less than a pixel at every displayed size.
  return stars.map((star) => path(star, 1)).join('')
}

/** Returns the SVG path data of a closed outline, rounded to the given number of decimals. */
export function path(points: readonly Point[], decimals = 2): string {
  // Adding zero turns -0 into 0.
  const round = (value: number) => Number(value.toFixed(decimals)) + 0
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

/** The contact angle of each hue's lattice, in degrees. Each hue has a different one. */
const contactAngles: ReadonlyMap<unknown, number> = new Map([
  ['local', 45],
  ['insurance', 52],
  ['mall', 57],
  ['professionals', 62],
  ['eats', 67.5],
  ['rides', 73],
])

/** Returns the contact angle of a hue's lattice, or of the brand's lattice. */
export function contactAngle(hue: string | undefined): number {
  return contactAngles.get(hue) ?? 60
}
