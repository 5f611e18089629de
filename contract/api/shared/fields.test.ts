import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeAccount } from '../accounts/account.ts'
import { operatorOpenSeason, operatorChangeSeason } from '../leaderboard/operator-boards.ts'
import { operatorChangeRegion } from '../rentals/operator-regions.ts'
import { newServerSchema, serverChangeSchema } from '../servers/operator-servers.ts'
import { portalSettingsChangeSchema } from '../content/operator-portal-settings.ts'
import { operatorCreateCards } from '../vip/operator-vip.ts'

const revision = 1
const both = (name: string) => ({ zh: '中文', en: name })
const server = { ip: '203.0.113.1', port: 27015, category: 'retakes', region: 'ap-shanghai' }
const forms: Record<string, (name: string) => [z.ZodMiniType, unknown]> = {
  server: (name) => [newServerSchema, { ...server, name }],
  'displayed server': (name) => [serverChangeSchema, { name_display: name, revision }],
  portal: (name) => [portalSettingsChangeSchema, { name, revision }],
  region: (name) => [operatorChangeRegion.body, { name: both(name), revision }],
  season: (name) => [operatorOpenSeason.body, { name: both(name) }],
  'season that is renamed': (name) => [operatorChangeSeason.body, { name: both(name), revision }],
  'batch of gift cards': (name) => [operatorCreateCards.body, { count: 1, duration: '1m', batch: name }],
  user: (name) => [changeAccount.body, { username: name }],
}

test.each(Object.entries(forms))('D13 the name of a %s cannot reverse the text next to it', (_, form) => {
  const isTaken = (name: string) => {
    const [schema, value] = form(name)
    return z.safeParse(schema, value).success
  }
  expect(isTaken('Clutch #1')).toBe(true)
  for (const control of ['\u061c', '\u200e', '\u202e', '\u2066', '\u2069'])
    expect([control, isTaken(`a${control}b`)]).toEqual([control, false])
})
