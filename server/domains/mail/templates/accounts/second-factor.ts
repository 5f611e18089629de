import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailPart, MailSender } from '../../mail-text.types.ts'

/**
 * `on`, `off`: turned on, or off with a code. `removed`: by a sign-in with Steam, without a code. `guessed`: wrong codes were
 * entered in sessions that have shown no right one.
 */
export const secondFactorNews = ['on', 'off', 'removed', 'guessed'] as const
export type SecondFactorNews = (typeof secondFactorNews)[number]

interface SecondFactorTexts {
  subject: string
  happened: string
  next: string
}

/** Notifies the owner of an account of a change to its second factor, in case another person made it. */
export function secondFactor(
  { news }: { news: SecondFactorNews },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/login`
  const zh = chineseTexts(community)[news]
  const en = englishTexts(community)[news]
  return {
    zh: {
      subject: zh.subject,
      parts: [
        ...toTextParts(zh),
        {
          kind: 'link',
          label: '打开登录页面',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: en.subject,
      parts: [
        ...toTextParts(en),
        {
          kind: 'link',
          label: 'Open the login page',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}

function toTextParts({ happened, next }: SecondFactorTexts): MailPart[] {
  return [
    { kind: 'words', words: happened },
    { kind: 'words', words: next },
  ]
}

function chineseTexts(community: string): Record<SecondFactorNews, SecondFactorTexts> {
  return {
    on: {
      subject: `你的 ${community} 账号已开启两步验证`,
      happened: `你的 ${community} 账号已开启两步验证，其他设备上的登录已全部退出。`,
      next: '如果是你本人操作，无需理会这封邮件。如果不是，请修改 Steam 密码，并联系社区管理员关闭两步验证。',
    },
    off: {
      subject: `你的 ${community} 账号已关闭两步验证`,
      happened: `你的 ${community} 账号已通过验证码关闭两步验证。`,
      next: '如果是你本人操作，无需理会这封邮件。如果不是，请重新用 Steam 登录，退出所有设备，并重新开启两步验证。',
    },
    removed: {
      subject: `你的 ${community} 账号已移除两步验证`,
      happened: `你的 ${community} 账号重新用 Steam 登录后，移除了通过邮箱登录开启的两步验证，其他设备上的登录已全部退出。`,
      next: '如果是你本人操作，请立即修改密码。如果不是，请修改 Steam 密码，然后重新用 Steam 登录并开启两步验证。',
    },
    guessed: {
      subject: `有人在 ${community} 尝试你的两步验证码`,
      happened: `有人登录了你的 ${community} 账号，并多次输入错误的两步验证码。没有正确的验证码，对方无法进入账号。`,
      next: '如果不是你本人操作，对方已经知道你的密码或能登录你的 Steam，请立即修改密码。如果你自己的验证码暂时无法使用，可以输入恢复码。',
    },
  }
}

function englishTexts(community: string): Record<SecondFactorNews, SecondFactorTexts> {
  return {
    on: {
      subject: `Two-step verification is on for your ${community} account`,
      happened: `Two-step verification was turned on for your account at ${community}, and every other device was signed out.`,
      next: 'If it was you, there is nothing to do. If it was not, change your Steam password and ask an operator of the community to turn it off.',
    },
    off: {
      subject: `Two-step verification is off for your ${community} account`,
      happened: `Two-step verification was turned off for your account at ${community} with a code.`,
      next: 'If it was you, there is nothing to do. If it was not, sign in with Steam, log out everywhere and turn it on again.',
    },
    removed: {
      subject: `Two-step verification was removed from your ${community} account`,
      happened: `After a new sign-in with Steam, the two-step verification that an e-mail sign-in had turned on was removed from your account at ${community}, and every other device was signed out.`,
      next: 'If it was you, change your password now. If it was not, change your Steam password, then sign in with Steam and turn it on again.',
    },
    guessed: {
      subject: `Wrong verification codes for your ${community} account`,
      happened: `Someone signed in to your account at ${community} and entered several wrong verification codes. Without a correct code they cannot use the account.`,
      next: 'If it was not you, they know your password or can sign in to your Steam account: change it now. If your own codes are refused for a while, use a recovery code.',
    },
  }
}
