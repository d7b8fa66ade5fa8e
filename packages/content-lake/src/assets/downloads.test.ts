import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAssets } from '../testing/assets-fixture.ts'

let lake: Awaited<ReturnType<typeof startAssets>>

beforeAll(async () => {
  lake = await startAssets()
})
afterAll(() => lake[Symbol.asyncDispose]())

async function upload(filename: string, text = `the content of ${filename}`, contentType = '') {
  const options = { filename, ...(contentType && { contentType }) }
  return (await lake.client.assets.upload('file', Buffer.from(text), options)).path
}

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${lake.origin}/${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('a file', () => {
  it.each([
    ['a.pdf', 'application/pdf'],
    ['a.mp4', 'video/mp4'],
    ['a.txt', 'text/plain; charset=utf-8'],
    ['a.png', 'image/png'],
  ])('%s is displayed as %s', async (filename, type) => {
    const { headers, text } = await get(await upload(filename))
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toBeNull()
    expect(text).toBe(`the content of ${filename}`)
  })

  it.each(['a.html', 'a.xhtml', 'a.svg', 'a.js', 'a.xml', 'a.zip', 'a'])(
    '%s is sent as a download for any declared type',
    async (filename) => {
      const { headers } = await get(
        await upload(filename, `<script>/* ${filename} */</script>`, 'text/html'),
      )
      expect(headers.get('content-type')).not.toContain('html')
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[0-9a-f]{40}[.]\w+"$/,
      )
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    },
  )

  it('is downloaded under the requested name, or under a name without information', async () => {
    const path = await upload('report.txt')
    const disposition = async (query: string) =>
      (await get(path + query)).headers.get('content-disposition')
    expect(await disposition('?dl=other.txt')).toContain('filename="other.txt"')
    expect(await disposition('?dl')).toMatch(/filename="[0-9a-f]{40}\.txt"/)
    const hostile = `?dl=${encodeURIComponent('a"\r\nSet-Cookie: x=1; 😀')}`
    expect(await disposition(hostile)).toMatch(
      /^attachment; filename="[^"]*"; filename\*=UTF-8''[\w.%-]+$/,
    )
  })
})

describe('a range of a file', () => {
  it.each([
    ['bytes=0-3', 206, 'abcd', 'bytes 0-3/10'],
    ['bytes=5-', 206, 'fghij', 'bytes 5-9/10'],
    ['bytes=-2', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=-99', 206, 'abcdefghij', 'bytes 0-9/10'],
    ['bytes=8-99', 206, 'ij', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, 'abcdefghij', null],
    ['bytes=0-1,3-4', 200, 'abcdefghij', null],
    ['lines=1-2', 200, 'abcdefghij', null],
    [`bytes=${'9'.repeat(40)}-`, 200, 'abcdefghij', null],
  ])('%s returns %i', async (range, status, text, contentRange) => {
    const path = await upload('letters.txt', 'abcdefghij')
    const answer = await get(path, { range })
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(text.length))
  })

  it('is only sent if the file has not changed', async () => {
    const path = await upload('letters.txt', 'abcdefghij')
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await get(path, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206)
    expect((await get(path, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  })
})
