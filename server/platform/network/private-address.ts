import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** What lies on no public network: the machine itself, private and shared networks, links, groups, examples, translations. */
const privateV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** IPv4 written as IPv6 is judged as IPv4; every other way of putting one into the other is closed but NAT64's own prefix. */
const privateV6 = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const closed = new BlockList()
for (const [network, bits] of privateV4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of privateV6) closed.addSubnet(network, bits, 'ipv6')

const nat64 = /^64:ff9b::(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/

/** Whether an IP address is not public; true also for an invalid address. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return true
  if (version === 4) return closed.check(address, 'ipv4')
  if (address.includes('%')) return true
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const [, high = '0', low] = nat64.exec(canonical) ?? []
  if (low !== undefined)
    return closed.check(embedded(Number.parseInt(high, 16), Number.parseInt(low, 16)), 'ipv4')
  return closed.check(canonical, 'ipv6')
}

function embedded(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether a host is this machine by its name or address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
