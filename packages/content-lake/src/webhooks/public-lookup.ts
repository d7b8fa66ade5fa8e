import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

const LOCAL = new BlockList()
const NETWORKS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 ::/127 fc00::/7 fe80::/10'
for (const network of NETWORKS.split(' ')) {
  const [address = '', prefix] = network.split('/')
  LOCAL.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
}

/** Returns whether an IP address belongs to this machine or to a private network. */
export function isLocal(address: string): boolean {
  const own = Object.values(networkInterfaces()).flat()
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return LOCAL.check(address, family) || own.some((one) => one?.address === address)
}

/** The code of the error of a connection to a local address. */
export const LOCAL_ADDRESS = 'ELOCALADDRESS'

/** Returns the error of a connection to a local address. */
export function localError(address: string): NodeJS.ErrnoException {
  const reason = `The address ${address} belongs to this machine or a private network`
  return Object.assign(new Error(`${reason}, which is not allowed`), { code: LOCAL_ADDRESS })
}

/** Looks up a host name. Fails if any of its addresses is local, so that the connection cannot use it. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const local = addresses?.find(({ address }) => isLocal(address))
    const [first] = addresses ?? []
    if (error) callback(error, '')
    else if (local) callback(localError(local.address), '')
    else if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}
