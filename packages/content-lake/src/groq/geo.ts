import { booleanContains } from '@turf/boolean-contains'
import { booleanIntersects } from '@turf/boolean-intersects'
import { kinks } from '@turf/kinks'
import { isRecord } from '../documents/values.ts'

/** Longitude and latitude in degrees, and further numbers that are ignored. */
type Position = number[]

type Shape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }

/** A checked GeoJSON geometry, and the points, lines, and polygons that it consists of. */
interface Geometry {
  value: { type: string; coordinates: unknown }
  shapes: Shape[]
}

/** Half of the equator's axis in meters, as the Content Lake has it. */
const EARTH_RADIUS = 6_378_137

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && value.every((part) => Number.isFinite(part))

const isLine = (value: unknown): value is Position[] =>
  Array.isArray(value) && value.length >= 2 && value.every(isPosition)

/** Returns whether a value is a closed line that visits no point twice. */
function isRing(value: unknown): value is Position[] {
  if (!isLine(value) || value.length < 4) return false
  const names = value.map(([x, y]) => `${x} ${y}`)
  return names[0] === names.at(-1) && new Set(names).size === names.length - 1
}

function isPolygon(value: unknown): value is Position[][] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRing)) return false
  return kinks({ type: 'Polygon', coordinates: value }).features.length === 0
}

/** Checks the coordinates of each type of shape. */
const CHECKS: Record<Shape['type'], (coordinates: unknown) => boolean> = {
  Point: isPosition,
  LineString: isLine,
  Polygon: isPolygon,
}

const DIMENSIONS = { Point: 0, LineString: 1, Polygon: 2 }

/** Parameters and documents never change, so each is checked once. */
const checked = new WeakMap<object, Geometry | undefined>()

function geometryOf(value: unknown): Geometry | undefined {
  if (!isRecord(value)) return undefined
  if (!checked.has(value)) checked.set(value, check(value))
  return checked.get(value)
}

function check(value: Record<string, unknown>): Geometry | undefined {
  const { lat, lng, lon, type, coordinates } = value
  if (typeof type !== 'string' || coordinates === undefined) {
    if (lng !== undefined && lon !== undefined) return undefined
    return pointAt(lat, lng ?? lon)
  }
  const many = type.startsWith('Multi')
  const single = (many ? type.slice('Multi'.length) : type) as Shape['type']
  const parts: unknown = many ? coordinates : [coordinates]
  const isValid = Object.hasOwn(CHECKS, single) ? CHECKS[single] : undefined
  if (!isValid || !Array.isArray(parts) || parts.length === 0) return undefined
  if (!parts.every(isValid)) return undefined
  const shapes = parts.map((part) => ({ type: single, coordinates: part }) as Shape)
  return { value: { type, coordinates }, shapes }
}

function pointAt(lat: unknown, lng: unknown): Geometry | undefined {
  const coordinates = [lng, lat]
  if (!isPosition(coordinates)) return undefined
  const value: Shape = { type: 'Point', coordinates }
  return { value, shapes: [value] }
}

/** Returns a position as GeoJSON, or null. */
export function latLng(lat: unknown, lng: unknown): unknown {
  return pointAt(lat, lng)?.value ?? null
}

/** Returns a position or a GeoJSON geometry as GeoJSON, or null for anything else and for invalid geometries. */
export function geo(value: unknown): unknown {
  return geometryOf(value)?.value ?? null
}

/** Returns whether the first geometry contains the second completely, or null if one is not a geometry. */
export function contains(outer: unknown, inner: unknown): boolean | null {
  return compared(outer, inner, (outside, inside) =>
    inside.every((part) =>
      outside.some(
        (whole) => DIMENSIONS[whole.type] >= DIMENSIONS[part.type] && booleanContains(whole, part),
      ),
    ),
  )
}

/** Returns whether two geometries have a point in common, or null if one is not a geometry. */
export function intersects(left: unknown, right: unknown): boolean | null {
  return compared(left, right, (a, b) =>
    a.some((one) => b.some((two) => booleanIntersects(one, two))),
  )
}

function compared(
  left: unknown,
  right: unknown,
  compare: (left: Shape[], right: Shape[]) => boolean,
): boolean | null {
  const [a, b] = [geometryOf(left), geometryOf(right)]
  return a && b ? compare(a.shapes, b.shapes) : null
}

/** Returns the distance between two points in meters, or null if one is not a point. */
export function distance(left: unknown, right: unknown): number | null {
  const [from, to] = [geometryOf(left)?.shapes, geometryOf(right)?.shapes].map((shapes) =>
    shapes?.length === 1 && shapes[0]?.type === 'Point' ? shapes[0].coordinates : undefined,
  )
  if (!from || !to) return null
  const [x1 = 0, y1 = 0] = from
  const [x2 = 0, y2 = 0] = to
  const [sineY, sineX] = [Math.sin(radians(y1 - y2) / 2), Math.sin(radians(x1 - x2) / 2)]
  const chord = sineY * sineY + Math.cos(radians(y2)) * Math.cos(radians(y1)) * sineX * sineX
  return 2 * EARTH_RADIUS * Math.atan2(Math.sqrt(chord), Math.sqrt(1 - chord))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
