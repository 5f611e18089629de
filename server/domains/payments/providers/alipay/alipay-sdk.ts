import { Socket } from 'node:net'

export { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
export type { AlipaySdkConfig } from 'alipay-sdk'

// urllib, which the SDK calls with, puts a `destroy` of its own on every socket of the process. It throws as soon as two
// sockets end by one error, which elsewhere (a pool that closes) is nothing odd; without it Node’s own is in place again.
Reflect.deleteProperty(Socket.prototype, 'destroy')
