import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'

/** A certificate and its private key, both as PEM. */
export interface Certificate {
  certificate: string
  key: string
}

const SERVICES = ['api', '*.api', 'apicdn', '*.apicdn', 'cdn']
const HOSTS = ['localhost', '*.localhost', ...SERVICES.map((name) => `${name}.sanity.io`)]
const ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from([...new Array(15).fill(0), 1])]
const DAY_MS = 86_400_000
const TRUE = der(0x01, Buffer.from([0xff]))

/**
 * Creates a certificate authority, valid for ten years. It can only sign for localhost and Sanity's host names, so that
 * a stolen key is worthless elsewhere.
 */
export function createAuthority(): Certificate {
  const names = ['localhost', 'sanity.io'].map((name) => context(2, Buffer.from(name)))
  const networks = ADDRESSES.map((address) =>
    context(7, Buffer.concat([address, Buffer.alloc(address.length, 0xff)])),
  )
  const permitted = [...names, ...networks].map((name) => der(0x30, name))
  const name = `Local Content Lake ${randomBytes(4).toString('hex')}`
  return createCertificate(name, 3650, [
    extension('551d13', der(0x30, TRUE, der(0x02, Buffer.from([0])))),
    extension('551d0f', der(0x03, Buffer.from([1, 0b0000_0110]))),
    extension('551d1e', der(0x30, der(0xa0, ...permitted))),
  ])
}

/**
 * Creates a certificate for localhost and the hosts of Sanity's API, signed by an authority. It is valid for 800 days,
 * because browsers reject more than 825.
 */
export function createServerCertificate(authority: Certificate): Certificate {
  const names = HOSTS.map((name) => context(2, Buffer.from(name)))
  const addresses = ADDRESSES.map((address) => context(7, address))
  const extensions = [
    extension('551d0f', der(0x03, Buffer.from([7, 0b1000_0000]))),
    extension('551d25', der(0x30, identifier('2b06010505070301'))),
    extension('551d11', der(0x30, ...names, ...addresses)),
  ]
  const { certificate, key } = createCertificate('localhost', 800, extensions, authority)
  return { certificate: certificate + authority.certificate, key }
}

const ECDSA_SHA256 = der(0x30, identifier('2a8648ce3d040302'))

/** Creates an X.509 certificate (RFC 5280), signed by the issuer or by itself. */
function createCertificate(
  name: string,
  days: number,
  extensions: Buffer[],
  issuer?: Certificate,
): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { subject } = issuer ? new X509Certificate(issuer.certificate) : { subject: `CN=${name}` }
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([0x40]), randomBytes(15)),
    ECDSA_SHA256,
    nameOf(subject.replace('CN=', '')),
    der(0x30, time(Date.now() - DAY_MS), time(Date.now() + days * DAY_MS)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, ...extensions)),
  )
  const signer: KeyObject = issuer ? createPrivateKey(issuer.key) : privateKey
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, signer))
  const lines = der(0x30, content, ECDSA_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)
  const pem = ['-----BEGIN CERTIFICATE-----', ...(lines ?? []), '-----END CERTIFICATE-----', '']
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { certificate: pem.join('\n'), key }
}

/** Returns a value in DER, the encoding of X.690: its tag, its length, and its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length: n } = body
  const size = n < 0x80 ? [n] : n < 0x100 ? [0x81, n] : [0x82, n >> 8, n & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function context(tag: number, value: Buffer): Buffer {
  return der(0x80 | tag, value)
}

/** Returns a critical extension. */
function extension(id: string, value: Buffer): Buffer {
  return der(0x30, identifier(id), TRUE, der(0x04, value))
}

/** Returns a distinguished name with only a common name. */
function nameOf(commonName: string): Buffer {
  const value = der(0x0c, Buffer.from(commonName))
  return der(0x30, der(0x31, der(0x30, identifier('550403'), value)))
}

function time(ms: number): Buffer {
  const text = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  // Years before 2050 must have two digits (RFC 5280, 4.1.2.5).
  return text < '2050' ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text))
}
