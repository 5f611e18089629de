import { expect, test } from 'vitest'
import { isOfficialMap, isWorkshopMap, officialMaps, parseWorkshopId } from './rental-maps.ts'

test.each([
  ['3070284539', '3070284539'],
  [' 3070284539 ', '3070284539'],
  ['https://steamcommunity.com/sharedfiles/filedetails/?id=3070284539', '3070284539'],
  ['https://steamcommunity.com/workshop/filedetails/?id=3070284539&searchtext=aim', '3070284539'],
  ['http://www.steamcommunity.com/sharedfiles/filedetails?searchtext=x&id=3070284539', '3070284539'],
  ['https://steamcommunity.example/sharedfiles/filedetails/?id=3070284539', null],
  ['https://steamcommunity.com/profiles/?id=3070284539', null],
  ['3070284539; quit', null],
  ['-1', null],
  ['0000000000', null],
  ['aim_botz', null],
  ['', null],
])('a pasted number or address of a Workshop map is read: %j is %j', (text, id) => {
  expect(parseWorkshopId(text)).toBe(id)
})

test('a map is an official one or of the Workshop, never both', () => {
  expect(officialMaps.filter(isWorkshopMap)).toEqual([])
  expect(isOfficialMap('3070284539')).toBe(false)
  expect(new Set(officialMaps).size).toBe(officialMaps.length)
  for (const map of officialMaps) expect(map).toMatch(/^(de|cs)_[a-z0-9]+$/)
})
