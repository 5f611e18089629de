import { expect, test } from 'vitest'
import { readCommandAnswer } from './command-answers.ts'

test.each([
  ['', 'taken', ''],
  ['Player with steamid 76561198000000001 is not online. Ban has been added offline.\n', 'taken', ''],
  ['Unbanned player with pattern 76561198000000001.\n', 'taken', ''],
  ["Unknown command 'css_addban'!\n", 'unknown', "Unknown command 'css_addban'!"],
  ["Writing cfg/banned_user.cfg\nUnknown command 'writeid'!", 'unknown', "Unknown command 'writeid'!"],
  ['Invalid SteamID64.\n', 'refused', 'Invalid SteamID64.'],
  ['Target #9 not found.\n', 'refused', 'Target #9 not found.'],
  ['Multiple targets found for "a".\r\n', 'refused', 'Multiple targets found for "a".'],
  ['Too short pattern to search.\n', 'refused', 'Too short pattern to search.'],
  ['[CSS] Expected usage: "css_kick <#userid or name> [reason]".\n', 'refused', expect.any(String)],
  ['Usage:  banid < minutes > < userid | uniqueid > { kick }\n', 'refused', expect.any(String)],
  ["banid:  Couldn't resolve uniqueid x.\n", 'refused', "banid:  Couldn't resolve uniqueid x."],
  ['Userid 9 is not on the server\n', 'refused', 'Userid 9 is not on the server'],
])('J the answer %j of a console is read', (answer, verdict, line) => {
  expect(readCommandAnswer(answer)).toEqual({ verdict, line })
})

test.each(["Unknown command 'x'!", 'usage: x', 'Target x not found.', 'Invalid SteamID64.'])(
  'J a player who is called %j does not make an answer a refusal',
  (name) => {
    expect(readCommandAnswer(`Unmuted player ${name}\n`).verdict).toBe('taken')
  },
)
