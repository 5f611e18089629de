import { type OperatorChange, allCalls } from './index.ts'

/** The words of what is no operator's call, by how the audit log names it. */
const ownActionWords = {
  'LOGIN-STEAM': 'loginSteam',
  'LOGIN-EMAIL': 'loginEmail',
  'LOGIN-LINK': 'loginLink',
  'LOGIN-LINKED': 'loginLinked',
  LOGOUT: 'logout',
  'REGISTER-EMAIL': 'registerEmail',
  'BIND-STEAM': 'bindSteam',
  'CHANGE-ACCOUNT': 'changeAccount',
  'CHANGE-PASSWORD': 'changePassword',
  'ASK-PASSWORD-RESET': 'askReset',
  'RESET-PASSWORD': 'resetPassword',
  'REMOVE-EMAIL': 'removeEmail',
  'END-SESSION': 'endOwnSession',
  'END-ALL-SESSIONS': 'endOwnSessions',
  'BEGIN-SECOND-FACTOR': 'beginFactor',
  'TURN-ON-SECOND-FACTOR': 'turnOnFactor',
  'SHOW-SECOND-FACTOR': 'showFactor',
  'WRONG-SECOND-FACTOR': 'wrongFactor',
  'RENEW-RECOVERY-CODES': 'renewCodes',
  'TURN-OFF-SECOND-FACTOR': 'turnOffFactor',
  'REMOVE-SECOND-FACTOR-BY-STEAM': 'removeFactorBySteam',
  'LINK-ACCOUNT': 'linkAccount',
  'UNLINK-ACCOUNT': 'unlinkAccount',
  'OUTAGE-CREDIT': 'outageCredit',
} as const

/** What the audit log says of a player's own act, or of the portal's. */
export type OwnAction = keyof typeof ownActionWords

/** The key of an action's text (`adminUsers.actions`). */
export type AuditWord = OperatorChange['audit'] | (typeof ownActionWords)[OwnAction]

/** The word of every action, by how the audit log stores it: the id of a call, or an own action. */
export const auditWords: ReadonlyMap<string, AuditWord> = new Map([
  ...allCalls.flatMap(({ id, audit }): [string, AuditWord][] =>
    audit === undefined ? [] : [[id, audit as AuditWord]],
  ),
  ...Object.entries(ownActionWords),
])
