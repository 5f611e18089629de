import type { ChannelTarget } from '@clutch/contract/api/notifications/operator-channels.ts'
import { isEmail } from '@clutch/contract/rules/accounts/email-address.ts'
import { type ChannelKind, isChannelAddress } from '@clutch/contract/rules/notifications/channel-kinds.ts'

/** The fields of a target, of which each kind has some. */
export interface TargetFields {
  url: string
  secret: string
  token: string
  groupId: string
  mails: string
}

export const emptyTarget: TargetFields = { url: '', secret: '', token: '', groupId: '', mails: '' }

export const isTargetEmpty = (fields: TargetFields) =>
  Object.values(fields).every((value: string) => value.trim() === '')

export const isAddressWrong = (kind: ChannelKind, { url }: TargetFields) =>
  kind !== 'mail' && !isChannelAddress(kind, url.trim())
export const isGroupWrong = (kind: ChannelKind, { groupId }: TargetFields) =>
  kind === 'onebot' && !/^[1-9]\d{4,11}$/.test(groupId.trim())
export const areMailsWrong = (kind: ChannelKind, { mails }: TargetFields) => {
  const addresses = splitMails(mails)
  return kind === 'mail' && (addresses.length === 0 || addresses.length > 10 || !addresses.every(isEmail))
}

/** The target that was entered. */
export function toTarget(kind: ChannelKind, fields: TargetFields): ChannelTarget {
  const [url, secret] = [fields.url.trim(), fields.secret.trim()]
  switch (kind) {
    case 'mail':
      return { kind, to: splitMails(fields.mails) }
    case 'discord':
    case 'webhook':
    case 'wecom':
      return { kind, url }
    case 'feishu':
    case 'dingtalk':
      return { kind, url, secret }
    case 'onebot':
      return { kind, url, token: fields.token.trim(), groupId: fields.groupId.trim() }
  }
}

function splitMails(text: string): string[] {
  return text.split(/[\s,;，；]+/).filter((address) => address !== '')
}
