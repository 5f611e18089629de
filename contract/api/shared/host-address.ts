import * as z from 'zod/mini'

/** Neither "this network" nor multicast, reserved or broadcast: no single machine has such an address. */
const unicastV4 = /^(?!0\.|22[4-9]\.|2[345]\d\.)/
/** The same of IPv6, and of IPv4 written as IPv6. */
const unicastV6 = /^(?![0:]+$|ff|::ffff:(?:0\.|22[4-9]\.|2[345]\d\.))/i
/** Labels of letters, digits and inner hyphens; the last is no number, or it would be a malformed IPv4 address. */
const hostName = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** An address; written out, since zod's own check would add to the first screen of the page. */
const v4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const isV6 = (text: string) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

/** An IPv4 address. */
export const ipv4Schema = z.string().check(z.regex(v4, 'an IPv4 address'))

/** Where a game server may be: an IPv4 or IPv6 address of one machine, or a host name; never with a port. */
export const hostAddressSchema = z.union(
  [
    z.string().check(z.regex(v4), z.regex(unicastV4)),
    z.string().check(z.maxLength(45), z.regex(unicastV6), z.refine(isV6)),
    z.string().check(z.maxLength(253), z.regex(hostName)),
  ],
  'an IPv4 or IPv6 address or a host name',
)
