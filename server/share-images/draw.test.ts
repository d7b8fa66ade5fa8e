import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawShareImage } from './draw.ts'
import { readHead } from './shared-page.ts'

const size = { format: 'png', width: 1200, height: 630 }

describe('drawShareImage', () => {
  it('draws the title in the colors of the hue', async () => {
    const [eats, same, other, mall, described] = await Promise.all(
      [
        { title: 'Halvi Eats', hue: 'eats' },
        { title: 'Halvi Eats', hue: 'eats' },
        { title: 'Halvi Mall', hue: 'eats' },
        { title: 'Halvi Eats', hue: 'mall' },
        { title: 'Halvi Eats', hue: 'eats', text: 'Halal food near you.' },
      ].map((page) => drawShareImage({ text: '', ...page, brand: 'Halvi' })),
    )
    expect(await sharp(eats).metadata()).toMatchObject(size)
    expect(same?.equals(eats as Buffer)).toBe(true)
    expect(other?.equals(eats as Buffer)).toBe(false)
    expect(mall?.equals(eats as Buffer)).toBe(false)
    expect(described?.equals(eats as Buffer)).toBe(false)
  })

  it('mirrors the image of a right-to-left page, and draws its text at the right', async () => {
    const page = { title: 'طعام حلال', text: '', brand: 'Halvi', hue: '' }
    const [left, right] = await Promise.all([false, true].map((rtl) => drawShareImage(page, rtl)))
    /** Returns the share of light pixels, thus of the title, in the left or the right half of its row. */
    const ink = async (png: Buffer | undefined, at: number) => {
      const half = { left: at, top: 480, width: 600, height: 80 }
      const { channels } = await sharp(await sharp(png).extract(half).toBuffer()).stats()
      return channels[2]?.mean ?? 0
    }
    expect(await ink(left, 0)).toBeGreaterThan((await ink(left, 600)) + 5)
    expect(await ink(right, 600)).toBeGreaterThan((await ink(right, 0)) + 5)
  })

  it.each(['', '<b>&amp;"\'</span>', '\0\u001f\ud800 \u202e', 'W'.repeat(120), 'العربية 漢字 😀'])(
    'draws %j',
    async (title) => {
      const png = await drawShareImage({ title, text: title, brand: title, hue: 'constructor' })
      expect(await sharp(png).metadata()).toMatchObject(size)
    },
  )
})

describe('readHead', () => {
  const head = (image: string, title = 'A &amp; B') =>
    Buffer.from(
      `<html><head><meta property="og:site_name" content="Halvi"/><meta property="og:title" content="${title}"/>` +
        '<meta property="og:description" content="Says one thing. And more &amp; more'.padEnd(
          200,
          ' words',
        ) +
        '"/>' +
        `<meta property="og:image" content="https://halvi.test${image}"/></head><body>` +
        '<meta property="og:title" content="Other"/></body>',
    )

  it('reads the metadata of a page', () => {
    expect(readHead(head('/share/services/eats.png?v=eats-1x2'))).toEqual({
      ...{
        title: 'A & B',
        text: 'Says one thing.',
        brand: 'Halvi',
        hue: 'eats',
        version: 'eats-1x2',
        isRightToLeft: false,
      },
    })
    expect(readHead(head('/share.png?v=halvi-0', 'x'.repeat(200_000)))?.title).toHaveLength(120)
  })

  it('reads the direction and the first sentences of a page in Arabic', () => {
    const page = `<!DOCTYPE html><html lang="ar" dir="rtl" data-letters="arabic">${head('/share/ar.png?v=eats-1')}`
    const described = page.replace(/Says one thing[^"]*/, `هل هو حلال؟ ${'نعم '.repeat(40)}`)
    expect(readHead(Buffer.from(described))).toMatchObject({
      text: 'هل هو حلال؟',
      isRightToLeft: true,
    })
  })

  it('returns undefined if staff have selected an image', () => {
    expect(readHead(head('/images/halvi/production/a-1x1.png?w=1200'))).toBeUndefined()
    expect(readHead(Buffer.from('<html>'))).toBeUndefined()
  })
})
