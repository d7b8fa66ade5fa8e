import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { steadily } from '../steadily.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const chunked = { ...form, 'Transfer-Encoding': 'chunked' }
const send = (headers: Record<string, string | number>, body: string, method = 'POST') =>
  request(method, '/waitlist', headers, body)

/** 50,000 chunks of one byte. */
const inBytes = `${'1\r\na\r\n'.repeat(50_000)}0\r\n\r\n`

const tricks = [
  send(chunked, 'zz\r\nname\r\n0\r\n\r\n'),
  send(chunked, '-4\r\nname\r\n0\r\n\r\n'),
  send(chunked, 'ffffffffffffffffff\r\nname'),
  send(chunked, '7fffffffffffffff\r\nname=a'),
  send(chunked, `4;${'a'.repeat(20_000)}\r\nname\r\n0\r\n\r\n`),
  send(chunked, `${'4;a=b\r\nname\r\n'.repeat(2_000)}0\r\n\r\n`),
  send(chunked, inBytes),
  send({ ...chunked, 'Content-Type': 'text/plain' }, inBytes),
  request('GET', '/support/faq?q=commission', chunked, inBytes),
  send(chunked, `4\r\nname\r\n0\r\n${'X-Trailer: a\r\n'.repeat(2_000)}\r\n`),
  send(chunked, '4\r\nname\r\n0\r\nContent-Length: 5\r\nHost: evil\r\n\r\n'),
  send(chunked, '4\nname\n0\n\n'),
  send(chunked, '4\r\nnameX\r\n0\r\n\r\n'),
  send(chunked, '4\r\nname\r\n'),
  send({ ...chunked, 'Content-Length': 5 }, '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'),
  send({ ...form, 'Transfer-Encoding': 'chunked, identity' }, '0\r\n\r\n'),
  send({ ...form, 'Transfer-Encoding': 'xchunked' }, '0\r\n\r\n'),
  send({ ...form, 'Transfer-Encoding ': 'chunked' }, '0\r\n\r\n'),
  send({ ...form, 'Content-Length': '5\r\nContent-Length: 6' }, 'name=a'),
  send({ ...form, 'Content-Length': '+5' }, 'name='),
  send(chunked, '4\r\nname\r\n0\r\n\r\n', 'GET'),
  send({ ...form, 'Content-Length': 10 }, 'name=Amina', 'GET'),
]

export const chunkedTricks: Attack = {
  name: 'invalid framing: chunk sizes, extensions, trailers, two lengths, both framings',
  rate: '100 requests/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.send(tricks[n % tricks.length] ?? '')),
  ),
}
