import { AlipaySdk, type AlipaySdkConfig } from './alipay-sdk.ts'
import type { Config } from '../../../../platform/config/config.ts'

/** What Alipay is set up by, and the portal’s own address. */
export type AlipaySettings = Pick<Config, Extract<keyof Config, `alipay${string}`> | 'publicUrl'>

/** The merchant at Alipay. Each of `sdks` believes one of Alipay's keys or certificates; the first one makes the calls. */
export interface AlipayAccount {
  appId: string
  sellerId: string
  sdks: readonly [AlipaySdk, ...AlipaySdk[]]
}

/** The account as the settings have it; null where Alipay is not set up. Half a set-up was refused at the start. */
export function alipayAccount(settings: AlipaySettings): AlipayAccount | null {
  const { alipayAppId: appId, alipaySellerId: sellerId, alipayPrivateKey: privateKey } = settings
  if (appId === undefined || sellerId === undefined || privateKey === undefined) return null
  const common: AlipaySdkConfig = {
    appId,
    privateKey,
    keyType: 'PKCS8',
    endpoint: settings.alipayUrl,
    gateway: `${settings.alipayUrl}/gateway.do`,
  }
  const [first, ...others] = trusted(settings).map((trust) => new AlipaySdk({ ...common, ...trust }))
  return first ? { appId, sellerId, sdks: [first, ...others] } : null
}

/** An SDK believes one key; while a key or a certificate takes another’s place there is one SDK for each. */
function trusted(settings: AlipaySettings): Partial<AlipaySdkConfig>[] {
  const { alipayPublicKey, alipayAppCert, alipayCert, alipayRootCert } = settings
  if (alipayPublicKey) return alipayPublicKey.map((key) => ({ alipayPublicKey: key }))
  if (!alipayAppCert || !alipayCert || !alipayRootCert) return []
  return alipayCert.map((certificate) => ({
    appCertContent: alipayAppCert,
    alipayPublicCertContent: certificate,
    alipayRootCertContent: alipayRootCert.join('\n'),
  }))
}
