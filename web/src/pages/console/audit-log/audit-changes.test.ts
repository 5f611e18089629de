import { expect, test } from 'vitest'
import { findChanges } from './audit-changes.ts'

test.each([
  [null, null, []],
  [undefined, undefined, []],
  [
    { name: 'One', port: 5 },
    { name: 'Two' },
    [
      { field: 'name', before: 'One', after: 'Two' },
      { field: 'port', before: 5, after: undefined },
    ],
  ],
  [null, { name: 'One' }, [{ field: 'name', before: undefined, after: 'One' }]],
  [{ name: 'One' }, null, [{ field: 'name', before: 'One', after: undefined }]],
  [[1], [1, 2], [{ field: '', before: [], after: [2] }]],
  ['on', null, [{ field: '', before: 'on', after: null }]],
  [{ name: 'One', port: 5 }, { name: 'One', port: 6 }, [{ field: 'port', before: 5, after: 6 }]],
  [
    { features: { pracc: { enabled: true }, inventory: { enabled: true } } },
    { features: { pracc: { enabled: false }, inventory: { enabled: true } } },
    [{ field: 'features.pracc.enabled', before: true, after: false }],
  ],
  [
    { filing: null, groups: ['vip', 'pro'] },
    { filing: { text: 'ICP 1' }, groups: ['pro', 'kol'] },
    [
      { field: 'filing', before: null, after: { text: 'ICP 1' } },
      { field: 'groups', before: ['vip'], after: ['kol'] },
    ],
  ],
  [{ order: ['a', 'b'] }, { order: ['b', 'a'] }, [{ field: 'order', before: ['a', 'b'], after: ['b', 'a'] }]],
  [
    { rules: 'one\ntwo\nthree' },
    { rules: 'one\n2\nthree' },
    [{ field: 'rules', before: '…\ntwo\n…', after: '…\n2\n…' }],
  ],
  [{ rules: 'one' }, { rules: 'one\ntwo' }, [{ field: 'rules', before: '', after: '…\ntwo' }]],
])('C12 %j and %j differ in %j', (before, after, expected) => {
  expect(findChanges(before, after)).toEqual(expected)
})
