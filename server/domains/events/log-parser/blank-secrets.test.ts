import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { blankSecrets } from './blank-secrets.ts'

const sent = '11/21/2026 - 14:02:07.123 - '
const filed = 'L 11/21/2026 - 14:02:07: '
/** The line as its stamp and nothing else. */
const blank = (line: string) => {
  const stamp = [sent, filed].find((one) => line.startsWith(one)) ?? ''
  return stamp + ' '.repeat(Buffer.byteLength(line) - stamp.length)
}
const clean = (text: string) => blankSecrets(Buffer.from(text)).toString()

test.each([
  `${sent}rcon from "203.0.113.9:5": command "sv_password 老王"`,
  `${filed}rcon from "203.0.113.9:5": command "status"`,
  `${sent}"sv_password" = "x"`,
  `${sent}server_cvar: "sv_password" "x"`,
  'rcon from "203.0.113.9:5": command "no stamp"',
])('I9 a line that may hold a secret is blank, at its length: %s', (line) => {
  expect(clean(line)).toBe(blank(line))
  expect(clean(`${sent}first\n${line}\n${line}\r\n${sent}last`)).toBe(
    `${sent}first\n${blank(line)}\n${blank(`${line}\r`)}\n${sent}last`,
  )
})

test('I9 words of players are left, and a body without secrets is not copied', () => {
  const words = `rcon from "x": command "y" server_cvar: "z" "sv_password" = "q"`
  const body = Buffer.from(
    `${sent}"${words}<2><[U:1:1]><CT>" say "${words}"\n${sent}"A<3><[U:1:2]><CT>" say "${words}"`,
  )
  expect(blankSecrets(body)).toBe(body)
})

test('I9 who is named like a console variable loses their lines', () => {
  const line = `${sent}"sv" = "x<2><[U:1:1]><CT>" entered the game`
  expect(clean(line)).toBe(blank(line))
})

test('I9 no byte of a secret is left, no other line is touched', () => {
  const text = fc.string({ maxLength: 30 }).map((some) => some.replaceAll(/["\n]|rcon from|server_cvar/g, ''))
  const line = fc.record({ isSecret: fc.boolean(), text })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const written = lines.map(({ isSecret, text: some }) =>
        isSecret
          ? `${sent}rcon from "1.2.3.4:5": command "${some}"`
          : `${sent}"A<2><[U:1:1]><CT>" say "${some}"`,
      )
      const wanted = lines.map(({ isSecret }, index) =>
        isSecret ? blank(written[index] ?? '') : written[index],
      )
      expect(clean(written.join('\n'))).toBe(wanted.join('\n'))
    }),
    { numRuns: propertyRuns(5_000) },
  )
}, 300_000)

test('I9 a megabyte of one line full of marks costs nothing', () => {
  const started = process.cpuUsage()
  blankSecrets(Buffer.from(`${sent}"A" say "${'rcon from " = "'.repeat(70_000)}`))
  blankSecrets(Buffer.from('rcon from\n'.repeat(100_000)))
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000)
})
