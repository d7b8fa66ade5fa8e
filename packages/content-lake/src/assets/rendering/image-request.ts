import { httpError } from '../../errors/errors.ts'

export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'min', 'scale'] as const
const CROPS = ['center', 'top', 'bottom', 'left', 'right', 'focalpoint', 'entropy']
const FORMATS = ['jpg', 'jpeg', 'pjpg', 'png', 'webp', 'avif', 'gif'] as const
const ANGLES = ['0', '90', '180', '270'] as const

export type Format = Exclude<(typeof FORMATS)[number], 'jpeg'>

/** The parameters in an image's URL. Lengths are in output pixels, with `dpr` applied. */
export interface ImageRequest {
  width?: number
  height?: number
  maxWidth?: number
  maxHeight?: number
  minWidth?: number
  minHeight?: number
  fit: (typeof FITS)[number]
  rect?: Rectangle
  /** The part that `fit=crop` keeps: around a point, given as fractions of width and height, or the busiest part. */
  focus: { x: number; y: number } | 'entropy'
  rotate: 0 | 90 | 180 | 270
  flip: { horizontal: boolean; vertical: boolean }
  format?: Format
  auto: boolean
  /** 1 to 100. */
  quality: number
  /** 1 to 2000. */
  blur?: number
  /** 1 to 100. */
  sharpen?: number
  invert: boolean
  greyscale: boolean
  still: boolean
  /** `#rrggbb` or `#rrggbbaa`. */
  background?: string
}

const PARAMETERS =
  'w h max-w max-h min-w min-h fit crop fp-x fp-y rect dpr q fm auto blur sharp flip or bg invert sat frame'
/** Quality without parameters: the image is then used as if it were the original. */
const PLAIN_QUALITY = 90

/**
 * Parses the parameters of https://www.sanity.io/docs/image-urls. Ignores unknown parameters. Throws a `LakeError`
 * 400 for an invalid value.
 */
export function parseImageRequest(query: URLSearchParams): ImageRequest {
  const number = (name: string, min: number, max = 999_999_999) => {
    const text = query.get(name)
    return text === null ? undefined : toNumber(name, text, min, max)
  }
  const one = <T extends string>(name: string, known: readonly T[]) => {
    const text = query.get(name)
    return text === null ? undefined : (known.find((value) => value === text) ?? bad(name, text))
  }
  const dpr = Math.min(number('dpr', 0.1, 100) ?? 1, 3)
  const length = (name: string) => {
    const value = number(name, 1)
    return value === undefined ? undefined : Math.max(1, Math.round(value * dpr))
  }
  const blur = number('blur', 0, 2000)
  const sharpen = number('sharp', 0, 100)
  const point = { x: number('fp-x', 0, 1) ?? 0.5, y: number('fp-y', 0, 1) ?? 0.5 }
  const flip = one('flip', ['h', 'v', 'hv', 'vh']) ?? ''
  const format = one('fm', FORMATS)
  const isPlain = !PARAMETERS.split(' ').some((name) => query.has(name))
  return {
    width: length('w'),
    height: length('h'),
    maxWidth: length('max-w'),
    maxHeight: length('max-h'),
    minWidth: length('min-w'),
    minHeight: length('min-h'),
    fit: one('fit', FITS) ?? 'clip',
    rect: rectangle(query.get('rect')),
    focus: focus(query.get('crop'), point),
    rotate: Number(one('or', ANGLES) ?? 0) as ImageRequest['rotate'],
    flip: { horizontal: flip.includes('h'), vertical: flip.includes('v') },
    format: format === 'jpeg' ? 'jpg' : format,
    auto: one('auto', ['format']) !== undefined,
    quality: Math.max(1, Math.round(number('q', 0, 100) ?? (isPlain ? PLAIN_QUALITY : 75))),
    ...(blur && { blur }),
    ...(sharpen && { sharpen }),
    invert: one('invert', ['true', 'false']) === 'true',
    greyscale: number('sat', -100, 100) === -100,
    still: query.has('frame'),
    background: background(query.get('bg')),
  }
}

function bad(name: string, value: string): never {
  throw httpError(400, `Invalid value for the image parameter "${name}": ${value.slice(0, 80)}`)
}

/** A number as JavaScript prints it, such as `0.30000000000000004` or `1e-7`, or as people write it. */
const NUMBER = /^-?(?:\d{1,25}(?:\.\d{0,25})?|\.\d{1,25})(?:e[-+]?\d{1,3})?$/i

function toNumber(name: string, text: string, min: number, max: number): number {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : bad(name, text)
}

function rectangle(text: string | null): Rectangle | undefined {
  if (text === null) return undefined
  const parts = text.split(',').map((part) => Math.round(toNumber('rect', part, 0, 999_999_999)))
  const [left = 0, top = 0, width = 0, height = 0] = parts
  const isValid = parts.length === 4 && width > 0 && height > 0
  return isValid ? { left, top, width, height } : bad('rect', text)
}

function focus(text: string | null, point: { x: number; y: number }): ImageRequest['focus'] {
  if (text === null) return point
  const words = text.split(',')
  if (words.some((word) => !CROPS.includes(word))) bad('crop', text)
  if (words.includes('entropy')) return 'entropy'
  if (words.includes('focalpoint')) return point
  const edge = (start: string, end: string) =>
    words.includes(start) ? 0 : words.includes(end) ? 1 : 0.5
  return { x: edge('left', 'right'), y: edge('top', 'bottom') }
}

/** Returns a color from hexadecimal CSS notation with three, four, six, or eight digits, with or without `#`. */
function background(text: string | null): string | undefined {
  if (text === null) return undefined
  const hex = text.replace(/^#/, '').toLowerCase()
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) bad('bg', text)
  return `#${hex.length < 6 ? hex.replace(/./g, '$&$&') : hex}`
}
