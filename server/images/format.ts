/** The formats in which images are cached, newest first, with Accept headers that lead to them. */
export const acceptedTypes = {
  avif: 'image/avif,image/webp',
  webp: 'image/webp',
  /** The format of the original, which every browser shows. */
  other: '*/*',
} as const

export type Format = keyof typeof acceptedTypes

/** Returns the newest format that an Accept header names. The office may send WebP to browsers with AVIF. */
export function formatFor(accept = ''): Format {
  const types = accept.toLowerCase()
  if (!isNamed(types, 'webp')) return 'other'
  return isNamed(types, 'avif') ? 'avif' : 'webp'
}

/** Returns whether a header names a type, and not with `q=0`. */
function isNamed(types: string, format: string): boolean {
  const start = types.indexOf(`image/${format}`)
  const [type = ''] = start < 0 ? [] : types.slice(start).split(',', 1)
  return start >= 0 && !/;\s*q=0(\.0*)?\s*(;|$)/.test(type)
}
