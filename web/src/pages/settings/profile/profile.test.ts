import { expect, test } from 'vitest'
import { anAccount } from '../testing/account.ts'
import { changesOf, profileOf, shownName } from './profile.ts'

test('J2 the form begins with the name that was chosen here, or empty where it is Steam’s', () => {
  expect(profileOf(anAccount({ ownName: true, username: 'kite' }))).toEqual({
    name: 'kite',
    avatarSource: 'steam',
  })
  expect(profileOf(anAccount({ ownName: false, username: 'kite' })).name).toBe('')
})

test('J2 only what was changed is sent, and an emptied name is sent as empty', () => {
  const account = anAccount({ ownName: true, username: 'kite', avatarSource: 'steam' })
  expect(changesOf({ name: ' kite ', avatarSource: 'steam' }, account)).toEqual({})
  expect(changesOf({ name: ' kite 7 ', avatarSource: 'steam' }, account)).toEqual({ username: 'kite 7' })
  expect(changesOf({ name: '', avatarSource: 'drawn' }, account)).toEqual({
    username: '',
    avatarSource: 'drawn',
  })
})

test('J2 the preview names the player by the chosen name, else Steam’s, else the present one', () => {
  const empty = { name: '  ', avatarSource: 'steam' } as const
  expect(shownName({ ...empty, name: ' kite ' }, anAccount())).toBe('kite')
  expect(shownName(empty, anAccount({ steamName: 'Kite of Steam' }))).toBe('Kite of Steam')
  expect(shownName(empty, anAccount({ steamName: '', username: '#123456' }))).toBe('#123456')
})
