import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVipCommand, vipPlaceholders } from '@clutch/contract/rules/vip/vip-commands.ts'
import { renderVipCommand, VipCommandRefused } from './vip-command.ts'

const facts = { steamId: '76561198000000001', group: 'Gold', until: 1_700_000_090_500 }
const now = 1_700_000_000_000

test('F7 a template is filled with whole units, rounded up, and with zeros for permanent VIP', () => {
  const template = 'x {steamid} {accountid} "{group}" {seconds} {minutes} {days} {until}'
  expect(renderVipCommand(template, facts, now)).toBe('x 76561198000000001 39734273 "Gold" 91 2 1 1700000091')
  expect(renderVipCommand(template, { ...facts, until: null }, now)).toBe(
    'x 76561198000000001 39734273 "Gold" 0 0 0 0',
  )
  expect(renderVipCommand('x {seconds}', { ...facts, until: now - 5 }, now)).toBe('x 1')
})

/** Texts that come near a command: pieces of commands, placeholders, and what ends a line or begins another command. */
const nearly = fc
  .array(
    fc.oneof(
      fc.constantFrom(...vipPlaceholders.map((name) => `{${name}}`)),
      fc.constantFrom(
        'css_vip_adduser ',
        '"',
        ' ',
        '-s',
        ';',
        '\n',
        '\r',
        '\0',
        '{',
        '}',
        '$&',
        '$1',
        '`',
        '\\',
        '//',
        '\u2028',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const anyFacts = fc.record({
  steamId: fc.oneof(fc.constant(facts.steamId), nearly),
  group: fc.oneof(fc.constantFrom('Gold', 'VIP-1', 'a.b'), nearly),
  until: fc.option(fc.integer({ min: 0, max: 8_640_000_000_000_000 })),
})

test('F7 for any template and facts, the result is one line and one command with closed quotes', () => {
  let filled = 0
  const templates = fc
    .tuple(fc.constantFrom('css_vip_adduser ', ''), nearly)
    .map(([command, rest]) => `${command}${rest}`)
  const property = fc.property(templates, anyFacts, (template, given) => {
    let line: string
    try {
      line = renderVipCommand(template, given, now)
    } catch (error) {
      return error instanceof VipCommandRefused
    }
    filled += 1
    const quotes = line.split('"').length - 1
    // The text outside the placeholders is the operator's own, unchanged.
    const own = template.split(/\{\w+\}/)
    return /^[\w ."':@/+-]*$/.test(line) && quotes % 2 === 0 && own.every((part) => line.includes(part))
  })
  fc.assert(property, { numRuns: 20_000 })
  expect(filled).toBeGreaterThan(100)
})

test('F7 a fact can never end its quotes, its line or its command', () => {
  const template = 'css_vip_adduser "{accountid}" "{group}" "{seconds}"'
  const evil = ['x"; quit', 'x\nquit', 'x;quit', 'x" "y', '', 'a b', '{steamid}', '$&', 'x'.repeat(33), 'x‮']
  for (const text of evil) {
    expect(() => renderVipCommand(template, { ...facts, group: text }, now)).toThrow(VipCommandRefused)
    expect(() => renderVipCommand(template, { ...facts, steamId: text }, now)).toThrow(VipCommandRefused)
    expect(() =>
      renderVipCommand(template, { ...facts, steamId: `${facts.steamId}${text || ' '}` }, now),
    ).toThrow(VipCommandRefused)
  }
})

test.each([
  '',
  'say hi; quit',
  'say "hi',
  'say {name}',
  'say {',
  'say }',
  'say {{steamid}}',
  'x\ny',
  'x`y',
  'x'.repeat(201),
])('F7 the template %j is never sent', (template) => {
  expect(template === '' || !isVipCommand(template)).toBe(true)
  expect(() => renderVipCommand(template, facts, now)).toThrow(VipCommandRefused)
})
