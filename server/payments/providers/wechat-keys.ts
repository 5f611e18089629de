import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Settings } from '../../config.ts'

/** The settings WeChat Pay is used with. */
export type WechatSettings = Pick<
  Settings,
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
  privateKey: KeyObject
  apiV3Key: string
  keys: ReadonlyMap<string, KeyObject>
}

/** The account of complete settings; null where WeChat Pay is off. Settings that stand were checked (server/config). */
export function wechatAccount(settings: WechatSettings): WechatAccount | null {
  const { wechatAppId, wechatMerchantId, wechatCertSerial, wechatPrivateKey, wechatApiV3Key, wechatKeys } =
    settings
  if (!wechatAppId || !wechatMerchantId || !wechatCertSerial) return null
  if (!wechatPrivateKey || !wechatApiV3Key || !wechatKeys) return null
  return {
    appid: wechatAppId,
    mchid: wechatMerchantId,
    certSerial: wechatCertSerial,
    privateKey: readPrivateKey(wechatPrivateKey),
    apiV3Key: wechatApiV3Key,
    keys: new Map(Object.entries(wechatKeys).map(([id, key]) => [id, readPublicKey(key)])),
  }
}

export function privateKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function readPrivateKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text)
  const key = Buffer.from(text, 'base64')
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

/** A public key or a certificate as PEM, or the base64 of a key. */
function readPublicKey(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPublicKey(text)
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
}
