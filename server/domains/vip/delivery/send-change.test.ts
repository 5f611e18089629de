import { expect, test } from 'vitest'
import { findRefusal } from './send-change.ts'

test.each([
  [
    "Unknown command 'css_vip_adduser'!\n",
    expect.stringContaining('does not know the command css_vip_adduser'),
  ],
  ['This VIP group was not found!\n', 'css_vip_adduser: This VIP group was not found!'],
  ['Usage: css_vip_adduser <steamid or accountid> <group> <time>\n', expect.stringContaining('Usage:')],
  ['Using: css_vip_adduser <steamid>\n', expect.stringContaining('Using:')],
  ['\u0007line one\nYou have no permission\r\n', 'css_vip_adduser: You have no permission'],
  ['', null],
  ["[VIP] Player '1' has been successfully added\n", null],
  // The answer of cs2-vip for a player who is offline.
  ['[VIP] Player not found\n', null],
])('F7 the answer %j to a line is read', (answer, problem) => {
  expect(findRefusal('css_vip_adduser "1" "VIP" "60"', answer)).toEqual(problem)
})
