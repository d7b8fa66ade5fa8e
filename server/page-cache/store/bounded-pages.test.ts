import { expect, it } from 'vitest'
import { BoundedPages } from './bounded-pages.ts'
import { pageOf } from './page.ts'

const page = (bytes: number) =>
  pageOf(
    { status: 200, headers: [], body: Buffer.alloc(bytes), tags: new Set() },
    { seconds: 10 },
    {},
  )

it('keeps what is asked for, and lets go of what nobody wants', () => {
  const gone: string[] = []
  const pages = new BoundedPages(100_000, (key) => gone.push(key))
  pages.set('/hot', page(10_000))
  for (let number = 0; number < 100; number++) {
    expect(pages.get('/hot')).toBeDefined()
    pages.set(`/cold/${number}`, page(10_000))
    expect(pages.bytes).toBeLessThanOrEqual(100_000)
  }
  expect(gone).not.toContain('/hot')
  expect(gone).toContain('/cold/0')
  expect(pages.get('/cold/99')).toBeDefined()
  expect(gone.length + pages.size).toBe(101)
})

it('does not grow when a page is put in again', () => {
  const pages = new BoundedPages(100_000)
  pages.set('/', page(10_000))
  const { bytes } = pages
  for (let turn = 0; turn < 100; turn++) pages.set('/', page(10_000))
  expect(pages).toMatchObject({ bytes, size: 1 })
  pages.delete('/')
  pages.delete('/')
  expect(pages).toMatchObject({ bytes: 0, size: 0 })
})

it('takes no page that is larger than all its room, and keeps the others', () => {
  const pages = new BoundedPages(100_000)
  pages.set('/', page(10_000))
  pages.set('/huge', page(100_000))
  expect(pages.get('/huge')).toBeUndefined()
  expect(pages.get('/')).toBeDefined()
})
