import { expect, test } from 'vitest'
import { classifySmtpError } from './smtp-error.ts'

test.each([
  ['a recipient who does not exist', { code: 'EENVELOPE', responseCode: 550, permanent: true }, true],
  ['a message that is taken for spam', { code: 'EMESSAGE', responseCode: 554, permanent: true }, true],
  ['an address that cannot be one', { code: 'EENVELOPE' }, true],
  ['a full queue', { code: 'EENVELOPE', responseCode: 451, permanent: false }, false],
  ['a session gone wrong', { code: 'EENVELOPE', responseCode: 503, permanent: false }, false],
  ['a password that is missing', { code: 'EENVELOPE', responseCode: 530, permanent: true }, false],
  ['a wrong password', { code: 'EAUTH', responseCode: 535, permanent: true }, false],
  ['a greeting that refuses us', { code: 'EPROTOCOL', responseCode: 554, permanent: true }, false],
  ['a dead server', { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, false],
  ['no STARTTLS', { code: 'ETLS', responseCode: 502, permanent: true }, false],
  ['something unknown', null, false],
])('C6 %s: permanent %#', (_what, error, isForGood) => {
  expect(classifySmtpError(error).isPermanent).toBe(isForGood)
})

test('C6 of a failure only codes are reported', () => {
  const said = { code: 'EENVELOPE', responseCode: 550, originalCode: '<ann@example.org> no', message: 'ann' }
  expect(classifySmtpError(said).codes).toBe('EENVELOPE 550')
})
