import { describe, expect, it } from 'vitest'
import { maxBodyBytes, readFormBody, UnreadableBody } from './body.ts'

const urlencoded = 'application/x-www-form-urlencoded'
const boundary = 'a-boundary'
const multipart = `multipart/form-data; boundary=${boundary}`

const post = (body: BodyInit | null, type?: string, headers: Record<string, string> = {}) =>
  new Request('http://halvi.test/', {
    method: 'POST',
    body,
    headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })

const part = (disposition: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const end = `--${boundary}--\r\n`

async function rejectionStatus(request: Request): Promise<number | undefined> {
  const error = await readFormBody(request).then(
    () => undefined,
    (reason) => reason,
  )
  if (error) expect(error).toBeInstanceOf(UnreadableBody)
  return error?.status
}

describe('a form', () => {
  it.each([
    ['urlencoded', () => post('a=1+2&a=%F0%9F%95%8C&b=', urlencoded)],
    ['with its charset', () => post('a=1+2&a=%F0%9F%95%8C&b=', `${urlencoded}; charset=UTF-8`)],
    [
      'multipart',
      () =>
        post(
          part('name="a"', '1 2') + part('name="a"', '🕌') + part('name="b"', '') + end,
          multipart,
        ),
    ],
  ])('is read: %s', async (_kind, request) => {
    const body = await readFormBody(request())
    expect(body.getAll('a')).toEqual(['1 2', '🕌'])
    expect(body.get('b')).toBe('')
  })

  it('may be empty', async () => {
    expect([...(await readFormBody(post('', urlencoded)))]).toEqual([])
  })

  it.each([
    ['JSON', post('{}', 'application/json')],
    ['text', post('a=1', 'text/plain')],
    ['no type', post(new Uint8Array([97]))],
    ['a type with the same prefix', post('a=1', `${urlencoded}-x`)],
    ['a property name of every object', post('a=1', 'constructor')],
    ['another charset', post('a=1', `${urlencoded}; charset=iso-8859-1`)],
    ['a file', post(part('name="a"; filename="a.txt"', '1') + end, multipart)],
  ])('is rejected with 415: %s', async (_what, request) => {
    expect(await rejectionStatus(request)).toBe(415)
  })

  it.each([
    ['invalid UTF-8', post(new Uint8Array([97, 61, 0xff]), urlencoded)],
    ['invalid UTF-8 after decoding', post('a=%C3%28', urlencoded)],
    ['a lone surrogate', post('a=%ED%A0%80', urlencoded)],
    ['half an escape', post('a=%4', urlencoded)],
    [
      'invalid UTF-8 in a part',
      post(Buffer.from(`${part('name="a"', '\xff')}${end}`, 'latin1'), multipart),
    ],
    ['no end', post(part('name="a"', '1'), multipart)],
    ['no boundary', post(part('name="a"', '1') + end, 'multipart/form-data')],
    ['no parts', post('nothing', multipart)],
    ['less than its declared length', post('a=1', urlencoded, { 'Content-Length': '10' })],
  ])('is rejected with 400: %s', async (_what, request) => {
    expect(await rejectionStatus(request)).toBe(400)
  })

  it('is rejected with 400 when the connection breaks', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a=1'))
        controller.error(new Error('aborted'))
      },
    })
    expect(await rejectionStatus(post(broken, urlencoded))).toBe(400)
  })

  it('may be as long as the limit, but not longer', async () => {
    expect(await rejectionStatus(post('a'.repeat(maxBodyBytes), urlencoded))).toBeUndefined()
    expect(await rejectionStatus(post('a'.repeat(maxBodyBytes + 1), urlencoded))).toBe(413)
  })

  it('is not read when its declared length exceeds the limit', async () => {
    const body = new ReadableStream(
      { pull: () => expect.fail('read on') },
      new CountQueuingStrategy({ highWaterMark: 0 }),
    )
    const request = post(body, urlencoded, { 'Content-Length': `${maxBodyBytes + 1}` })
    expect(await rejectionStatus(request)).toBe(413)
  })

  it('with arbitrary bytes is read or rejected, and never fails otherwise', async () => {
    let seed = 1
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const good = Buffer.from(part('name="a"', '1 2') + part('name="b"', '🕌') + end)
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(good)
      for (let changes = random() * 8; changes > 0; changes--) {
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      }
      const cut = bytes.subarray(0, random() < 0.5 ? bytes.length : random() * bytes.length)
      for (const type of [multipart, urlencoded]) {
        expect([undefined, 400, 415]).toContain(await rejectionStatus(post(cut, type)))
      }
    }
  })
})
