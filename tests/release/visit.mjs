// Runs in the bare root, and tests the site through Caddy as a visitor and a staff member. Exits with 1 and one line
// at the first failed check.
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { connect as connectTls } from 'node:tls'

const { DOMAIN } = process.env
const token = readFileSync('/var/lib/halvi/lake-token', 'utf8').trim()
const ca = readFileSync('/var/lib/caddy/caddy/pki/authorities/local/root.crt')
/** @type {import('node:net').LookupFunction} */
const lookup = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

const session = connect(`https://${DOMAIN}`, { ca, lookup })
session.on('error', (error) => fail(error.message))
setTimeout(() => fail('a response within 30 s'), 30_000).unref()

const page = await ask({ ':path': '/' })
check('a page over TLS and HTTP/2', page.status === 200 && page.body.includes('<h1'))
check('Strict-Transport-Security', page.headers['strict-transport-security'] === 'max-age=31536000')
check('the canonical link has the domain name', page.body.includes(`https://${DOMAIN}/`))
const style = /\/assets\/[\w.-]+\.(?:js|css|woff2)/.exec(page.body)?.[0]
check('the files of a page', (await ask({ ':path': style })).status === 200)
check(
  'the image for shared links',
  (await ask({ ':path': '/share/services/eats.png' })).status === 200,
)
check('the Studio', (await ask({ ':path': '/studio' })).body.includes('id="studio"'))

const lead = new URLSearchParams({
  name: 'Amina Yusuf',
  email: 'amina@example.com',
  subject: 'Hello',
})
lead.set('message', 'A whole message, sent through the proxy.')
const form = { ':path': '/support/contact', ':method': 'POST', origin: `https://${DOMAIN}` }
const sent = await ask({ ...form, 'content-type': 'application/x-www-form-urlencoded' }, `${lead}`)
check('a form is accepted', sent.status === 303)
const foreign = { ...form, origin: 'https://example.org' }
const rejected = await ask(
  { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
  `${lead}`,
)
check("another site's form is rejected", rejected.status === 403)

const listen = '/v2025-02-19/data/listen/production?query=*'
const stream = session.request({ ':path': listen, authorization: `Bearer ${token}` })
const first = await new Promise((resolve) => stream.once('data', resolve))
check('an event stream starts immediately', `${first}`.includes('welcome'))
stream.close()

const socket = connectTls({
  host: '127.0.0.1',
  port: 443,
  servername: DOMAIN,
  ca,
  ALPNProtocols: ['http/1.1'],
})
socket.write(
  `GET /v1/socket/production HTTP/1.1\r\nHost: ${DOMAIN}\r\nAuthorization: Bearer ${token}\r\n` +
    `Origin: https://${DOMAIN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
)
const upgraded = await new Promise((resolve) => socket.once('data', resolve))
check('a WebSocket', `${upgraded}`.startsWith('HTTP/1.1 101'))
socket.destroy()
session.destroy()
process.exit(0)

/**
 * @param {import('node:http2').OutgoingHttpHeaders} headers
 * @param {string} [body]
 * @returns {Promise<{ status: number | undefined, headers: import('node:http2').IncomingHttpHeaders, body: string }>}
 */
function ask(headers, body) {
  return new Promise((resolve, reject) => {
    const request = session.request(headers)
    /** @type {import('node:http2').IncomingHttpHeaders & { ':status'?: number }} */
    let answer = {}
    let text = ''
    request.on('response', (received) => {
      answer = received
    })
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => resolve({ status: answer[':status'], headers: answer, body: text }))
    request.on('error', reject)
    request.end(body)
  })
}

/** Prints the name of a check, or fails. @param {string} name @param {boolean} holds */
function check(name, holds) {
  if (!holds) fail(name)
  console.info(`  ${name}`)
}

/** Prints a failed check and exits. @param {string} name */
function fail(name) {
  console.error(`  failed: ${name}`)
  process.exit(1)
}
