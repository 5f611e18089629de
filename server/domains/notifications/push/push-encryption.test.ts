import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptMessage } from '@clutch/emulators/channels/push-service.ts'
import { encryptPayload, pushPayloadMaxBytes } from './push-encryption.ts'

/** RFC 8291, appendix A: every value of its example. */
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  browser: {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  message: {
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  },
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')
const browserKeys = { publicKey: bytes(example.browser.publicKey), auth: bytes(example.browser.auth) }
const browser = {
  keys: { p256dh: example.browser.publicKey, auth: example.browser.auth },
  privateKey: bytes(example.browser.privateKey),
}

test('the example of RFC 8291 is encrypted as the RFC prints it, and decrypted', () => {
  const { salt, privateKey } = example.message
  const message = { salt: bytes(salt), privateKey: bytes(privateKey) }
  const encrypted = encryptPayload(Buffer.from(example.plain), browserKeys, message)
  expect(encrypted.toString('base64url')).toBe(example.encrypted)
  expect(decryptMessage(bytes(example.encrypted), browser)).toBe(example.plain)
})

test('every text of up to 3,993 bytes is decrypted by its browser and by no other', () => {
  const other = createECDH('prime256v1')
  other.generateKeys()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (text) => {
      const encrypted = encryptPayload(Buffer.from(text), browserKeys)
      expect(decryptMessage(encrypted, browser)).toBe(text)
      expect(decryptMessage(encrypted, { ...browser, privateKey: other.getPrivateKey() })).toBeNull()
    }),
    { numRuns: 50 },
  )
  expect(encryptPayload(Buffer.alloc(pushPayloadMaxBytes, 'x'), browserKeys)).toHaveLength(4_096)
  expect(() => encryptPayload(Buffer.alloc(pushPayloadMaxBytes + 1), browserKeys)).toThrow(RangeError)
})
