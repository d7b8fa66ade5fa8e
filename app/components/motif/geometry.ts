/** A position in SVG units: x to the right, y down. */
export type Point = readonly [x: number, y: number]

/** Where a star lies. Angles are in degrees, clockwise from the x axis. */
export interface Placement {
  centre?: Point
  rotation?: number
}

/** Returns the corners of a star, tip and notch in turn, starting with a tip at `rotation`. */
export function star(
  tips: number,
  outer: number,
  inner: number,
  { centre: [x, y] = [0, 0], rotation = 0 }: Placement = {},
): Point[] {
  return Array.from({ length: tips * 2 }, (_, corner) => {
    const radius = corner % 2 ? inner : outer
    const angle = ((rotation + (corner * 180) / tips) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })
}

/**
 * Returns how far from the centre two neighbouring lines meet when each leaves the middle of a regular polygon's side at
 * the contact angle (degrees): Hankin's polygons in contact, the way girih patterns are drawn. By the law of sines.
 */
export function meetingDistance(sides: number, apothem: number, contact: number): number {
  const angle = (contact * Math.PI) / 180
  return (apothem * Math.cos(angle)) / Math.cos(angle - Math.PI / sides)
}

/** The star that lines at the contact angle draw inside a regular polygon. */
export function starInPolygon(
  sides: number,
  apothem: number,
  contact: number,
  placement?: Placement,
): Point[] {
  return star(sides, apothem, meetingDistance(sides, apothem, contact), placement)
}

/** The khatam, two squares turned by 45 degrees against each other, with tips at `radius`. */
export function khatam(radius: number, placement?: Placement): Point[] {
  return starInPolygon(8, radius, 45, placement)
}

/** Side of a tile of the lattice, in SVG units. */
export const tileSize = 100

/** The star in the octagon of a tile. */
export function latticeStar(contact: number): Point[] {
  const apothem = tileSize / 2
  return starInPolygon(8, apothem, contact, { centre: [apothem, apothem] })
}

/**
 * Returns one tile of the girih on octagons and squares (tiling 4.8.8): a star in the octagon and a quarter of the
 * square's star at each corner. `contact`: the angle of the lines, 45 (broad stars) to 75 (needles).
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
    ...corners.map((centre) => starInPolygon(4, squareApothem, contact, { centre, rotation: 45 })),
  ]
  // A tenth of a unit is less than a pixel at any size that is shown.
  return stars.map((star) => path(star, 1)).join('')
}

/** SVG path data of a closed outline, with so many decimals. */
export function path(points: readonly Point[], decimals = 2): string {
  // Adding zero turns -0 into 0.
  const round = (value: number) => Number(value.toFixed(decimals)) + 0
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`
}

/** The contact angle of each hue's lattice, in degrees: one family, no two alike. */
const contactAngles: ReadonlyMap<unknown, number> = new Map([
  ['local', 45],
  ['insurance', 52],
  ['mall', 57],
  ['professionals', 62],
  ['eats', 67.5],
  ['rides', 73],
])

/** That of a hue, or the brand's own. */
export function contactAngle(hue: string | undefined): number {
  return contactAngles.get(hue) ?? 60
}
