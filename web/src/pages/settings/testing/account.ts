import type { Account } from '@clutch/contract/api/accounts/account.ts'

/** Creates an account; tests name only the fields they need. */
export function createAccount(change: Partial<Account> = {}): Account {
  return {
    id: '01936f00-0000-7000-8000-000000000001',
    steamId: '76561198000000001',
    username: 'kite_07',
    avatar: '',
    steamName: 'kite_07',
    ownName: false,
    avatarSource: 'steam',
    email: null,
    language: 'zh',
    groups: [],
    operator: null,
    secondFactor: { on: false, shown: false, recoveryCodes: 0, removableBySteam: false },
    ...change,
  }
}
