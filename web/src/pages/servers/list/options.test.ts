import { expect, test } from 'vitest'
import { aServer } from '../testing/servers.ts'
import { learnOptions, offered } from './options.ts'

test('D10 options are the values of the list, once each; modes in the order of D17', () => {
  const servers = [
    aServer({ category: 'public', map: 'de_nuke', region: 'eu-frankfurt' }),
    aServer({ category: 'deathmatch', map: 'de_dust2', region: 'ap-shanghai' }),
    aServer({ category: 'public', map: 'de_dust2', region: 'eu-frankfurt' }),
    aServer({ category: 'deathmatch', map: '', region: 'ap-shanghai' }),
  ]
  expect(learnOptions(servers)).toEqual({
    modes: ['deathmatch', 'public'],
    maps: ['de_dust2', 'de_nuke'],
    regions: ['ap-shanghai', 'eu-frankfurt'],
  })
})

test('a chosen value stays on offer after its last server left it', () => {
  expect(offered(['de_dust2', 'de_nuke'], ['de_mirage'])).toEqual(['de_dust2', 'de_mirage', 'de_nuke'])
  expect(offered(['de_dust2'], ['de_dust2'])).toEqual(['de_dust2'])
})
