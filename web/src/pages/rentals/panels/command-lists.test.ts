import type { ChatCommand } from '@clutch/contract/api/rentals/rental-page.ts'
import { expect, test } from 'vitest'
import { briefText, groupByType, commonCommands, commandWord } from './command-lists.ts'

const command = (text: string, type: ChatCommand['type'], isFrequent: boolean): ChatCommand => ({
  command: text,
  description: { zh: '', en: '' },
  brief: { zh: '', en: '' },
  type,
  isFrequent,
})

const all = [
  command('!kick <player> [reason]', 'Admin', true),
  command('!setup', 'Match', true),
  command('!tech', 'Match', false),
  command('!bot', 'Practice', true),
]

test('G1 commands come in three groups, in the operator’s order', () => {
  expect(groupByType(all).map(({ type, commands }) => [type, commands.map((one) => one.command)])).toEqual([
    ['Match', ['!setup', '!tech']],
    ['Practice', ['!bot']],
    ['Admin', ['!kick <player> [reason]']],
  ])
})

test('G1 common commands are the frequent ones, those of a type together', () => {
  expect(commonCommands(all).map((one) => one.command)).toEqual(['!setup', '!bot', '!kick <player> [reason]'])
})

test('G1 a copied command leaves out what the player puts in', () => {
  const words = ['!setup', '!map <map>', '!kick <player> [reason]', '!team 1 <name>', '.rcon [command]']
  expect(words.map((text) => commandWord({ command: text }))).toEqual([
    '!setup',
    '!map',
    '!kick',
    '!team 1',
    '.rcon',
  ])
})

test('G1 a command shows its brief text, or its description if it has none', () => {
  const description = { zh: '结束当前比赛，服务器回到热身状态。', en: 'Ends the running match.' }
  const half = { description, brief: { zh: '结束比赛', en: ' ' } }
  expect(briefText(half, 'zh')).toBe('结束比赛')
  expect(briefText(half, 'en')).toBe(description.en)
})
