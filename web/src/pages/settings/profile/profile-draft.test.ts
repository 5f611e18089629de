import { expect, test } from 'vitest'
import { createAccount } from '../testing/account.ts'
import { findProfileChanges, toProfile, displayName } from './profile-draft.ts'

test('J2 the form begins with the name that was chosen here, or empty where it is Steam’s', () => {
  expect(toProfile(createAccount({ ownName: true, username: 'kite' }))).toEqual({
    name: 'kite',
    avatarSource: 'steam',
  })
  expect(toProfile(createAccount({ ownName: false, username: 'kite' })).name).toBe('')
})

test('J2 only changed values are sent, and an emptied name is sent as empty', () => {
  const account = createAccount({ ownName: true, username: 'kite', avatarSource: 'steam' })
  expect(findProfileChanges({ name: ' kite ', avatarSource: 'steam' }, account)).toEqual({})
  expect(findProfileChanges({ name: ' kite 7 ', avatarSource: 'steam' }, account)).toEqual({
    username: 'kite 7',
  })
  expect(findProfileChanges({ name: '', avatarSource: 'drawn' }, account)).toEqual({
    username: '',
    avatarSource: 'drawn',
  })
})

test('J2 the preview names the player by the chosen name, else Steam’s, else the present one', () => {
  const empty = { name: '  ', avatarSource: 'steam' } as const
  expect(displayName({ ...empty, name: ' kite ' }, createAccount())).toBe('kite')
  expect(displayName(empty, createAccount({ steamName: 'Kite of Steam' }))).toBe('Kite of Steam')
  expect(displayName(empty, createAccount({ steamName: '', username: '#123456' }))).toBe('#123456')
})
