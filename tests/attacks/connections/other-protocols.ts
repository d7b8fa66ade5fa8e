import type { Attack } from '../attack.ts'
import { overConnections } from '../connections.ts'
import { request } from '../request.ts'
import { steadily } from '../steadily.ts'

/** The first bytes of a TLS 1.2 ClientHello. Its length field says that more follow. */
const halfHello = Buffer.from('16030102000100 01fc0303'.replaceAll(' ', ''), 'hex')

const h2c = {
  Connection: 'Upgrade, HTTP2-Settings',
  Upgrade: 'h2c',
  'HTTP2-Settings': 'AAMAAABkAAQAAP__',
}

const greetings: (string | Buffer)[] = [
  halfHello,
  request('CONNECT', 'localhost:22', { Host: 'localhost:22' }),
  request('CONNECT', '/'),
  request('GET', '/', h2c),
  request('POST', '/waitlist', { ...h2c, 'Content-Length': 10 }),
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  request('GET', 'http://127.0.0.1:1/'),
  request('GET', 'https://localhost/services/local'),
  request('GET', 'localhost:80'),
  request('OPTIONS', '*'),
  request('GET', '*'),
  'GET /\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'SSH-2.0-OpenSSH_9.6\r\n',
  'EHLO localhost\r\nMAIL FROM:<a@localhost>\r\n',
  '*1\r\n$4\r\nPING\r\n',
  Buffer.alloc(2_000, 0xff),
  '\r\n'.repeat(5_000),
]

export const otherProtocols: Attack = {
  name: 'other protocols: partial TLS hello, CONNECT, h2c, HTTP/2, absolute targets, SMTP',
  rate: '100 connections/s',
  start: overConnections((connections) =>
    steadily(100, (n) => connections.open(greetings[n % greetings.length] ?? '')),
  ),
}
