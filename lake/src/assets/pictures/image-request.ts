import { httpError } from '../../errors/errors.ts'

/** A rectangle in pixels. */
export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const
const CROPS = ['center', 'top', 'bottom', 'left', 'right', 'focalpoint', 'entropy']
const FORMATS = new Map<string, Format>([
  ['jpg', 'jpg'],
  ['jpeg', 'jpg'],
  ['pjpg', 'pjpg'],
  ['png', 'png'],
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['gif', 'gif'],
])

type Fit = (typeof FITS)[number]
export type Format = 'jpg' | 'pjpg' | 'png' | 'webp' | 'avif' | 'gif'

/** What an image's address asks for. Lengths are output pixels, `dpr` already applied. */
export interface ImageRequest {
  width?: number
  height?: number
  maxWidth?: number
  maxHeight?: number
  minWidth?: number
  minHeight?: number
  fit: Fit
  /** In pixels of the original. */
  rect?: Rectangle
  /** Which part `fit=crop` keeps: a point in fractions, or the busiest part. */
  focus: { x: number; y: number } | 'entropy'
  /** Clockwise, in degrees. */
  rotate: 0 | 90 | 180 | 270
  flip: { horizontal: boolean; vertical: boolean }
  format?: Format
  /** Choose the format by the Accept header. */
  auto: boolean
  /** 1 to 100. */
  quality: number
  /** 1 to 2000. */
  blur?: number
  /** 1 to 100. */
  sharpen?: number
  invert: boolean
  greyscale: boolean
  /** Only the first picture of an animation. */
  still: boolean
  /** `#rrggbb` or `#rrggbbaa`. */
  background?: string
  /** Nothing is asked for: the original will do. */
  plain: boolean
}

const PARAMETERS =
  'w h max-w max-h min-w min-h fit crop fp-x fp-y rect dpr q fm auto blur sharp flip or bg invert sat frame'

/**
 * Reads the parameters that `@sanity/image-url` emits, as documented at
 * https://www.sanity.io/docs/image-urls. Unknown ones are ignored, `pad` among them.
 * Throws a `LakeError` 400 for a value that makes no sense.
 */
export function parseImageRequest(query: URLSearchParams): ImageRequest {
  const dpr = Math.min(number(query, 'dpr', 0.1, 100) ?? 1, 3)
  const length = (name: string) => {
    const value = number(query, name, 1)
    return value === undefined ? undefined : Math.max(1, Math.round(value * dpr))
  }
  const blur = number(query, 'blur', 0, 2000)
  const sharpen = number(query, 'sharp', 0, 100)
  return {
    width: length('w'),
    height: length('h'),
    maxWidth: length('max-w'),
    maxHeight: length('max-h'),
    minWidth: length('min-w'),
    minHeight: length('min-h'),
    fit: one(query, 'fit', FITS) ?? 'clip',
    rect: rectangle(query),
    focus: focus(query),
    rotate: rotation(query),
    flip: flip(query),
    format: format(query),
    auto: one(query, 'auto', ['format']) !== undefined,
    quality: Math.max(1, Math.round(number(query, 'q', 0, 100) ?? 75)),
    ...(blur && { blur }),
    ...(sharpen && { sharpen }),
    invert: one(query, 'invert', ['true', 'false']) === 'true',
    greyscale: number(query, 'sat', -100, 100) === -100,
    still: query.has('frame'),
    background: background(query),
    plain: !PARAMETERS.split(' ').some((name) => query.has(name)),
  }
}

function bad(name: string, value: string): never {
  throw httpError(400, `Invalid value for the image parameter "${name}": ${value.slice(0, 80)}`)
}

function toNumber(name: string, text: string, min: number, max: number): number {
  const value = /^-?\d{1,9}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : bad(name, text)
}

function number(query: URLSearchParams, name: string, min: number, max = 999_999_999) {
  const text = query.get(name)
  return text === null ? undefined : toNumber(name, text, min, max)
}

function one<T extends string>(query: URLSearchParams, name: string, known: readonly T[]) {
  const text = query.get(name)
  return text === null ? undefined : (known.find((value) => value === text) ?? bad(name, text))
}

function rectangle(query: URLSearchParams): Rectangle | undefined {
  const text = query.get('rect')
  if (text === null) return undefined
  const parts = text.split(',')
  const [left = 0, top = 0, width = 0, height = 0] = parts.map((part) =>
    Math.round(toNumber('rect', part, 0, 999_999_999)),
  )
  return parts.length === 4 && width > 0 && height > 0
    ? { left, top, width, height }
    : bad('rect', text)
}

function focus(query: URLSearchParams): ImageRequest['focus'] {
  const point = { x: number(query, 'fp-x', 0, 1) ?? 0.5, y: number(query, 'fp-y', 0, 1) ?? 0.5 }
  const text = query.get('crop')
  if (text === null) return point
  const words = text.split(',')
  if (words.some((word) => !CROPS.includes(word))) bad('crop', text)
  if (words.includes('entropy')) return 'entropy'
  if (words.includes('focalpoint')) return point
  const edge = (start: string, end: string) =>
    words.includes(start) ? 0 : words.includes(end) ? 1 : 0.5
  return { x: edge('left', 'right'), y: edge('top', 'bottom') }
}

function rotation(query: URLSearchParams): ImageRequest['rotate'] {
  const text = query.get('or') ?? '0'
  return ([0, 90, 180, 270] as const).find((angle) => String(angle) === text) ?? bad('or', text)
}

function flip(query: URLSearchParams): ImageRequest['flip'] {
  const text = one(query, 'flip', ['h', 'v', 'hv', 'vh']) ?? ''
  return { horizontal: text.includes('h'), vertical: text.includes('v') }
}

function format(query: URLSearchParams): Format | undefined {
  const text = query.get('fm')
  return text === null ? undefined : (FORMATS.get(text) ?? bad('fm', text))
}

/** CSS colours in hexadecimal, three, four, six or eight digits, with or without `#`. */
function background(query: URLSearchParams): string | undefined {
  const text = query.get('bg')
  if (text === null) return undefined
  const hex = text.replace(/^#/, '').toLowerCase()
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) bad('bg', text)
  return `#${hex.length < 6 ? hex.replace(/./g, '$&$&') : hex}`
}
