import { join } from 'node:path'
import sharp from 'sharp'
import type { SharedPage } from '../../app/seo/share-image.ts'
import { root } from '../root.ts'
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
export async function drawShareImage({ title, text, brand, hue }: SharedPage): Promise<Buffer> {
  const name = await fitting(brand, boxes.brand)
  const words = await fitting(title, boxes.title)
  const below = await fitting(text, boxes.text)
  const titleEnd = below ? at.text - below.height - 44 : at.text
  return sharp(Buffer.from(background(hue)))
    .composite([
      ...(name
        ? [{ input: name.png, left: 160, top: at.brand - Math.round(name.height / 2) }]
        : []),
      ...(words ? [{ input: words.png, left: 80, top: titleEnd - words.height }] : []),
      ...(below ? [{ input: below.png, left: 80, top: at.text - below.height }] : []),
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
 * Draws text. Loads the second font file first, so that characters missing in the first font file are drawn with the
 * second.
 */
async function draw(words: string, size: number, width: number) {
  secondFontLoaded ??= drawText('*', size, width, 'el-messiri-more.ttf')
  await secondFontLoaded
  return drawText(words, size, width, 'el-messiri.ttf')
}

let secondFontLoaded: ReturnType<typeof drawText> | undefined

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
  return words
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
