import { expect, test } from 'vitest'
import { createServer } from '../../testing/servers.ts'
import { learnOptions, withChosen } from './filter-options.ts'

test('D10 options are the values of the list, once each; modes in the order of D17', () => {
  const servers = [
    createServer({ category: 'public', map: 'de_nuke', region: 'eu-frankfurt' }),
    createServer({ category: 'deathmatch', map: 'de_dust2', region: 'ap-shanghai' }),
    createServer({ category: 'public', map: 'de_dust2', region: 'eu-frankfurt' }),
    createServer({ category: 'deathmatch', map: '', region: 'ap-shanghai' }),
  ]
  expect(learnOptions(servers)).toEqual({
    modes: ['deathmatch', 'public'],
    maps: ['de_dust2', 'de_nuke'],
    regions: ['ap-shanghai', 'eu-frankfurt'],
  })
})

test('a chosen value stays on offer after its last server left it', () => {
  expect(withChosen(['de_dust2', 'de_nuke'], ['de_mirage'])).toEqual(['de_dust2', 'de_mirage', 'de_nuke'])
  expect(withChosen(['de_dust2'], ['de_dust2'])).toEqual(['de_dust2'])
})
