import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'

/** A DNS server on this machine with text records; for tests. */
export interface DnsServer {
  /** A resolver that asks this server. */
  resolver: Resolver
  /** Text records by name. `silent` for names that are not answered. */
  records: Record<string, string[] | 'silent'>
  close(): void
}

/** Starts a DNS server. Names without records do not exist. */
export async function startDns(): Promise<DnsServer> {
  const records: DnsServer['records'] = {}
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = []
    let at = 12
    while (query[at]) {
      const length = query[at] ?? 0
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += length + 1
    }
    const texts = records[labels.join('.').toLowerCase()]
    if (texts === 'silent') return
    const header = Buffer.from(query.subarray(0, 12))
    // A response; without records, "name error" (RFC 1035, section 4.1.1).
    header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(texts?.length ?? 0, 6)
    header.writeUInt32BE(0, 8)
    const answers = (texts ?? []).map((text) => {
      // A text record has strings of at most 255 bytes.
      const strings = (text.match(/.{1,255}/g) ?? []).map((part) =>
        Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
      )
      const data = Buffer.concat(strings)
      const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
      head.writeUInt16BE(data.length, 10)
      return Buffer.concat([head, data])
    })
    const question = query.subarray(12, at + 5)
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 300, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return { resolver, records, close: () => socket.close() }
}
