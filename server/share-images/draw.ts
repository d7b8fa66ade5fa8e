import { join } from 'node:path'
import { root } from 'halvi-site/root'
import sharp from 'sharp'
import { type SharedPage, sharingSize } from '../../app/seo/share-image.ts'
import { background, parchment } from './background.ts'

// The images are stored on disk, so sharp's cache is not needed. One thread leaves the other processors to visitors.
sharp.cache(false)
sharp.concurrency(1)

/** Maximum width and height of each text, and its font sizes from largest to smallest, in pixels. */
const boxes = {
  brand: { width: 640, height: 80, sizes: [46] },
  title: { width: 840, height: 250, sizes: [96, 80, 66, 54, 44] },
  text: { width: 940, height: 100, sizes: [38, 32] },
} as const

/** The middle of the brand, and the lower end of the other texts, in pixels. */
const at = { brand: 104, text: 560 } as const

/** Draws the share image of a page as a PNG. Uses a system font for characters that the font files lack. */
export async function drawShareImage(
  { title, text, brand, hue }: SharedPage,
  isRightToLeft = false,
): Promise<Buffer> {
  // Without a mark, a text that starts with a name in Latin letters would be left-to-right.
  const directed = (words: string) => (isRightToLeft ? `\u200f${words}` : words)
  const name = await fitting(directed(brand), boxes.brand)
  const words = await fitting(directed(title), boxes.title)
  const below = await fitting(directed(text), boxes.text)
  const titleEnd = below ? at.text - below.height - 44 : at.text
  const placed = (drawn: typeof name, start: number, top: number) => {
    if (!drawn) return []
    const left = isRightToLeft ? sharingSize.width - start - drawn.width : start
    return [{ input: drawn.png, left, top }]
  }
  return sharp(Buffer.from(background(hue, isRightToLeft)))
    .composite([
      ...placed(name, 160, at.brand - Math.round((name?.height ?? 0) / 2)),
      ...placed(words, 80, titleEnd - (words?.height ?? 0)),
      ...placed(below, 80, at.text - (below?.height ?? 0)),
    ])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/**
 * Draws text in the largest size that fits, and crops it if no size does. Resolves to undefined if the text has no
 * visible characters.
 */
async function fitting(
  words: string,
  { width, height, sizes }: (typeof boxes)[keyof typeof boxes],
) {
  if (!/[^\s\p{C}]/u.test(words)) return undefined
  let drawn = await draw(words, sizes[0], width)
  for (const size of sizes.slice(1)) {
    if (drawn.width <= width && drawn.height <= height) return drawn
    drawn = await draw(words, size, width)
  }
  const part = { width: Math.min(drawn.width, width), height: Math.min(drawn.height, height) }
  const png = await sharp(drawn.png)
    .extract({ left: 0, top: 0, ...part })
    .png()
    .toBuffer()
  return { png, ...part }
}

/**
 * Draws text. Loads the other font files first, so that characters missing in the first font file are drawn with
 * them.
 */
async function draw(words: string, size: number, width: number) {
  otherFontsLoaded ??= Promise.all([
    drawText('*', size, width, 'el-messiri-more.ttf'),
    drawText('ع', size, width, 'el-messiri-arabic.ttf'),
  ])
  await otherFontsLoaded
  return drawText(words, size, width, 'el-messiri.ttf')
}

let otherFontsLoaded: Promise<unknown> | undefined

async function drawText(words: string, size: number, width: number, face: string) {
  const { data: png, info } = await sharp({
    text: {
      text: `<span foreground="${parchment}" line_height="0.85">${escapeMarkup(words)}</span>`,
      font: `El Messiri ${size}`,
      fontfile: join(root, 'server/share-images/faces', face),
      dpi: 72,
      rgba: true,
      width,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png, width: info.width, height: info.height }
}

/** Escapes text for Pango markup, which is XML and does not allow control characters. */
function escapeMarkup(words: string): string {
  return (
    words
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      // A range stays on one line.
      .replace(/\d[–-](?=\d)/g, '$&\u2060')
      .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  )
}
