import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@clutch/tools/testing/test-options.ts'
import { maskAddresses, maskCommand, maskOutput, findSecrets } from './rcon-secrets.ts'

test.each([
  ['sv_password hunter2', 'sv_password ********'],
  ['SV_PASSWORD hunter2', 'SV_PASSWORD ********'],
  ['sv_password "a b; c"', 'sv_password ********'],
  ['"sv_password" "x"', '"sv_password" ********'],
  ['sv_password', 'sv_password'],
  ['sv_password ""', 'sv_password ""'],
  ['rcon_password x; status', 'rcon_password ********; status'],
  ['status; password x', 'status; password ********'],
  ['status;;password x', 'status;;password ********'],
  ['sv_setsteamaccount ABCDEF', 'sv_setsteamaccount ********'],
  ['matchzy_remote_log_header_value "Bearer x"', 'matchzy_remote_log_header_value ********'],
  ['tv_relaypassword x', 'tv_relaypassword ********'],
  ['some_plugin_key abc', 'some_plugin_key ********'],
  ['sv_tags_token abc', 'sv_tags_token ********'],
  ['alias door "sv_password x"', 'alias door "sv_password ********"'],
  [
    'logaddress_add_http "https://cs.example.org/api/events/log/0123456789012345678901"',
    'logaddress_add_http ********',
  ],
  ['echo https://cs.example.org/log/0123456789012345678901', 'echo https://cs.example.org/log/********'],
  ['changelevel de_nuke', 'changelevel de_nuke'],
  ['bot_quota 0; mp_restartgame 1', 'bot_quota 0; mp_restartgame 1'],
  ['say keyboard password', 'say keyboard password'],
  ['say hello', 'say hello'],
  ['status', 'status'],
  ['mp_roundtime 5', 'mp_roundtime 5'],
  ['say "sv_password"', 'say "sv_password"'],
  ['rcon sv_password X', 'rcon sv_password ********'],
  ['say sv_password X', 'say sv_password ********'],
  ['toggle sv_password X b', 'toggle sv_password ********'],
  ['foo token=X', 'foo token=********'],
  ['foo password:X', 'foo password:********'],
  ['foo.password X', 'foo.password ********'],
  ['get5_loadmatch_url "https://x/?token=X"', 'get5_loadmatch_url "https://x/?token=********"'],
  ['get5_loadmatch_url "https://x/?a=X&b=Y"', 'get5_loadmatch_url "https://x/?a=********&b=********"'],
  ['get5_loadmatch_url "https://x/?X"', 'get5_loadmatch_url "https://x/?********"'],
  ['get5_loadmatch_url "https://u:X@x/y"', 'get5_loadmatch_url "https://********@x/y"'],
  ['alias x "sv_password my X"', 'alias x "sv_password ********"'],
  ['alias "sv_password X"', 'alias "sv_password ********"'],
  ['bind k "say x;sv_password X"', 'bind k "say x;sv_password ********"'],
  ['sv_password a;bX', 'sv_password ********'],
  ['sv_password a;;bX; status', 'sv_password ********; status'],
  ['sv_password;X', 'sv_password ********'],
  ['sv_password{X', 'sv_password ********'],
  ['sv_password"X"', 'sv_password"********"'],
  ['a "b; sv_password X', 'a "b; sv_password ********"'],
  ['logaddress_add_http_delayed 5 "http://h/X"', 'logaddress_add_http_delayed ********'],
  ['mysql_pass X', 'mysql_pass ********'],
  ['db_pwd X', 'db_pwd ********'],
  ['get5_remote_log_header_value X', 'get5_remote_log_header_value ********'],
])('J %s is shown as %s', (line, shown) => {
  expect(maskCommand(line)).toBe(shown)
})

test.each([
  ['sv_password = hunter2', 'sv_password = ********'],
  ['sv_password = "hunter2"', 'sv_password = "********"'],
  ['"sv_password" = "x" ( def. "" ) notify', '"sv_password" = "********" ( def. "" ) notify'],
  ['sv_password                : x', 'sv_password                : ********'],
  ['sv_password = ""', 'sv_password = ""'],
  ['a\nrcon_password = x\nb', 'a\nrcon_password = ********\nb'],
  ['hostname = My Server', 'hostname = My Server'],
  ['sv_password "X"', 'sv_password "********"'],
  ['server_cvar: "sv_password" "X"', 'server_cvar: "sv_password" "********"'],
  [' - sv_password = X', ' - sv_password = ********'],
  ['[12:00] sv_password = X', '[12:00] sv_password = ********'],
  ['sv_password = a(X)', 'sv_password = ********'],
  ['{"password":"X"}', '{"password":"********"}'],
  ['{"password":"a\\"X","token":1,"map":"m"}', '{"password":"********","token":********'],
  ['{"secret":"X","map":"de_nuke"}', '{"secret":"********","map":"de_nuke"}'],
  ['sv_password is "X"', 'sv_password is "********"'],
  ['Changed "sv_password" from "a" to "X"', 'Changed "sv_password" from ********'],
  ['sv_password = "a" -> "X"', 'sv_password = ********'],
  ['] sv_password X', '] sv_password ********'],
  ['sv_password = 密码', 'sv_password = ********'],
  ['see https://x/?key=X', 'see https://x/?key=********'],
  ['No password is set, so anybody may join', 'No password is ********'],
  ['Bad password attempt', 'Bad password attempt'],
  ['Players say passing is fun', 'Players say passing is fun'],
])('J of an answer %j is shown %j', (output, shown) => {
  expect(maskOutput(output)).toBe(shown)
})

test('J an answer does not repeat what a line hid', () => {
  const line = 'rcon sv_password "hunter 2"; foo_key abc'
  expect(findSecrets(line)).toEqual(['hunter 2', 'hunter', 'abc'])
  expect(maskOutput('Unknown command: hunter 2 abc', findSecrets(line))).toBe(
    'Unknown command: ******** ********',
  )
})

test('J a line without secrets masks nothing in its answer', () => {
  for (const line of ['say hello', 'status', 'sv_password', 'sv_password ""', 'mp_roundtime 5'])
    expect(findSecrets(line)).toEqual([])
})

test('J a player named like a secret hides nothing of their actions', () => {
  const line = '"my_token=x<2><[U:1:1]><CT>" say "hello"'
  expect(maskOutput(line)).toBe(line)
})

const names =
  'sv_password rcon_password password x_key my_token api_secret mysql_pass db_pwd get5_remote_log_header_value logaddress_add_http_delayed foo.password'
const name = fc.constantFrom(...names.split(' '))
const random = fc.stringMatching(/^[a-z0-9]{8,30}$/).map((word) => `zq${word}`)
const around = fc.oneof(
  fc.constantFrom('', 'status; ', 'rcon ', 'say "a;b"; ', 'alias x "', 'echo x;', '"', '{"a":1,"', ' - '),
  fc.string({ maxLength: 12 }).map((text) => `${text} `),
)

test('J in any context of a secret’s name, its value is in neither the line nor its answer', () => {
  const gap = fc.constantFrom(
    ' ',
    '  ',
    '\t',
    '=',
    ' = ',
    ':',
    ' "',
    '" "',
    '"',
    '{',
    ' my ',
    ' a;',
    ' "a; ',
    ' 5 "http://h/',
    '\u00a0',
  )
  const end = fc.oneof(
    fc.constantFrom('', '"', ' b', '; status', '" )'),
    fc.string({ maxLength: 12 }).map((text) => `-${text}`),
  )
  fc.assert(
    fc.property(around, name, gap, random, end, (before, cvar, between, secret, after) => {
      const line = `${before}${cvar}${between}${secret}${after}`
      expect(maskCommand(line)).not.toContain(secret)
      for (const answer of [`Unknown command: ${line}`, `Unknown command: ${secret}`, `"${secret}"!`])
        expect(maskOutput(answer, findSecrets(line))).not.toContain(secret)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('J nor is the value in an answer to another line', () => {
  const gap = fc.constantFrom(
    '=',
    ' = ',
    '\t: ',
    '": "',
    '":"',
    '" = "',
    ' "',
    '" "',
    ' = a(',
    ' is "',
    ' = "a" -> "',
    '\\":\\"',
  )
  const end = fc.constantFrom('', '"', '" ( def. "" ) notify', ' b', '"}', '", "map": "x"', ')')
  fc.assert(
    fc.property(around, name, gap, random, end, (before, cvar, between, secret, after) => {
      expect(maskOutput(`a\n${before}${cvar}${between}${secret}${after}\nb`)).not.toContain(secret)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

test('J masking takes no long time, whatever it is given', () => {
  const started = performance.now()
  for (const text of [
    ' '.repeat(200_000),
    'https://'.repeat(25_000),
    `${'a'.repeat(200_000)} = `,
    'password '.repeat(25_000),
    'password'.repeat(25_000),
    '"token":"x",'.repeat(20_000),
    `http://h/?${'a='.repeat(100_000)}`,
    `http://h/?${'a&'.repeat(100_000)}`,
    `sv_password${' '.repeat(200_000)}`,
    '"'.repeat(200_000),
  ])
    maskOutput(text)
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('J addresses are masked, versions are not', () => {
  expect(maskAddresses('connected, address "203.0.113.9:27005" 1.41.2.3/1 v1.2.3')).toBe(
    'connected, address "*.*.*.*" *.*.*.*/1 v1.2.3',
  )
})
