import { type KeyObject, createPublicKey } from 'node:crypto'
import type { Config } from '../../../../platform/config/config.ts'

/** The settings WeChat Pay is used with. */
export type WechatSettings = Pick<
  Config,
  | 'publicUrl'
  | 'wechatUrl'
  | 'wechatAppId'
  | 'wechatMerchantId'
  | 'wechatCertSerial'
  | 'wechatPrivateKey'
  | 'wechatApiV3Key'
  | 'wechatKeys'
>

/** The merchant, and what WeChat Pay signs with by its id: old and new while one takes the other’s place. */
export interface WechatAccount {
  appid: string
  mchid: string
  certSerial: string
  /** PEM. */
  privateKey: string
  apiV3Key: string
  keys: ReadonlyMap<string, KeyObject>
}

/**
 * Returns the account of complete settings; null if WeChat Pay is off. The settings were validated before
 * (server/platform/config).
 */
export function wechatAccount(settings: WechatSettings): WechatAccount | null {
  const { wechatAppId, wechatMerchantId, wechatCertSerial, wechatPrivateKey, wechatApiV3Key, wechatKeys } =
    settings
  if (!wechatAppId || !wechatMerchantId || !wechatCertSerial) return null
  if (!wechatPrivateKey || !wechatApiV3Key || !wechatKeys) return null
  return {
    appid: wechatAppId,
    mchid: wechatMerchantId,
    certSerial: wechatCertSerial,
    privateKey: wechatPrivateKey,
    apiV3Key: wechatApiV3Key,
    keys: new Map(Object.entries(wechatKeys).map(([id, key]) => [id, createPublicKey(key)])),
  }
}
