import type { Sharp } from 'sharp'

interface Swatch {
  _type: 'sanity.imagePaletteSwatch'
  background: string
  foreground: string
  title: string
  population: number
}

interface Bin {
  count: number
  red: number
  green: number
  blue: number
}

/** Returns the most frequent color of an image's visible pixels, with black or white as the text color on it. */
export async function dominantSwatch(image: Sharp): Promise<Swatch | undefined> {
  const pixels = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer()
  const bins = new Map<number, Bin>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4)
    const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    bin.count += 1
    bin.red += red
    bin.green += green
    bin.blue += blue
    bins.set(key, bin)
  }
  const [first, ...others] = bins.values()
  if (!first) return undefined
  const top = others.reduce((best, bin) => (bin.count > best.count ? bin : best), first)
  const rgb = [top.red, top.green, top.blue].map((sum) => Math.round(sum / top.count))
  const text = isLight(rgb) ? '#000' : '#fff'
  return {
    _type: 'sanity.imagePaletteSwatch',
    background: `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    foreground: text,
    title: text,
    population: Math.round((top.count * 10_000) / (pixels.length / 4)) / 100,
  }
}

/** Returns whether a color's Rec. 601 luma is above the middle. */
function isLight([red = 0, green = 0, blue = 0]: number[]): boolean {
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140
}
