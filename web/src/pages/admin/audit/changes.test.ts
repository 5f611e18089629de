import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

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
  [[1], [1, 2], [{ field: '', before: [1], after: [1, 2] }]],
  ['on', null, [{ field: '', before: 'on', after: null }]],
])('C12 %j and %j differ in %j', (before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected)
})
