import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAccount, lookForProfile } from './account.queries.ts'
import { beginSession, currentSession, forgetSession } from './session.ts'
import { kite, makeToken, stubStorage } from './testing/browser.ts'

const unnamed = { ...kite, username: '#000001', avatar: '' }
const rest = {
  id: '01936f00-0000-7000-8000-000000000001',
  ownName: false,
  avatarSource: 'steam',
  email: null,
  language: 'zh',
  groups: [],
  secondFactor: { on: false, shown: false, recoveryCodes: 0, removableBySteam: false },
}
let answers: object[]

beforeEach(() => {
  vi.useFakeTimers()
  stubStorage('localStorage')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...rest, ...answers.shift() })))
  beginSession({ user: unnamed, token: makeToken(Date.now() + 60_000, { sid: 's' }) })
})
afterEach(() => {
  forgetSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('B3 name and picture are looked for until Steam has told them', async () => {
  const yet = { ...unnamed, steamName: '' }
  answers = [yet, { ...kite, steamName: kite.username }, yet]
  const looking = lookForProfile()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(currentSession()?.user).toEqual(unnamed)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(currentSession()?.user).toEqual(kite)
  await looking
  expect(answers).toEqual([yet])
})

test('B3 they are looked for three times at most, and no more once somebody has left', async () => {
  const yet = { ...unnamed, steamName: '' }
  answers = [yet, yet, yet, yet]
  const looking = lookForProfile()
  await vi.advanceTimersByTimeAsync(60_000)
  await looking
  expect(answers).toHaveLength(1)
  const again = lookForProfile()
  forgetSession()
  await vi.advanceTimersByTimeAsync(60_000)
  await again
  expect(answers).toHaveLength(1)
})

test.each([
  ['kept where none is known', null, undefined, ['zh']],
  ['kept where another was chosen here', 'zh', 'en', ['en']],
  ['left where none was chosen here', 'en', undefined, []],
  ['left where it is the same', 'en', 'en', []],
])('B7 C6 the language of mails is %s', async (_what, known, chosen, sent) => {
  if (chosen !== undefined) localStorage.setItem('preferredLanguage', chosen)
  const bodies: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url !== '/api/mail-settings')
      return new Response(JSON.stringify({ ...rest, ...kite, steamName: '', language: known }))
    bodies.push(body ?? '')
    return new Response(JSON.stringify({ email: null, language: 'zh', off: [] }))
  })
  await loadAccount()
  expect(bodies).toEqual(sent.map((language) => JSON.stringify({ language })))
})
