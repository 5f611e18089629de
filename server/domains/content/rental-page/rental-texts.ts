import type { RentalTexts } from '@clutch/contract/api/content/operator-portal-settings.ts'
import type { Language } from '@clutch/contract/api/shared/fields.ts'

/** G2: what a community says of its practice servers until an operator says otherwise; the tick rate is their copy, no fact. */
export const defaultRentalTexts: RentalTexts = {
  lead: {
    zh: '16 人 · 128 tick · 7×24 私有 · 含 VIP',
    en: '16 slots · 128 tick · private 24/7 · VIP included',
  },
  bullets: [
    { zh: '16 个位置', en: '16 slots' },
    { zh: '7×24 小时私有', en: 'Private, 24 hours a day' },
    { zh: '包含 VIP 会员', en: 'VIP membership included' },
    { zh: '128 tick', en: '128 tick' },
    { zh: '基础型：固定地区', en: 'Basic: one fixed region' },
    { zh: '高级型：可切换地区，更强 CPU', en: 'Premium: the region can be switched, with a better CPU' },
  ],
  supportEmail: null,
  notices: [
    {
      zh: '创意工坊地图首次加载较慢，请不要重复输入 !wsmap',
      en: 'The first load of a workshop map is slow. Please do not type !wsmap again meanwhile.',
    },
    {
      zh: '把复制的指令粘贴到游戏控制台即可连接',
      en: 'To connect, paste the copied command into the console of the game.',
    },
    {
      zh: '测试期间有问题请发邮件至 {email}',
      en: 'This is a beta. Something wrong? Write to {email}.',
    },
    { zh: '付款后 5–10 分钟完成创建', en: 'A server is ready 5–10 minutes after the payment.' },
    {
      zh: '维护超过 24 小时会按时长顺延到期日',
      en: 'Maintenance of more than 24 hours is added to your term.',
    },
  ],
}

/** Replaces a notice that contains an address while no address is set. */
const contactOperators = {
  zh: '测试期间有问题请联系管理员',
  en: 'This is a beta. Something wrong? Please contact the operators.',
}

/** G2, G3: the same in one language; a bullet or notice without a text in it is left out. */
export function getRentalTexts({ lead, bullets, supportEmail, notices }: RentalTexts, language: Language) {
  return {
    lead: lead[language],
    bullets: textsInLanguage(bullets, language),
    supportEmail,
    notices: textsInLanguage(notices, language).map((notice) => {
      if (!notice.includes('{email}')) return notice
      return supportEmail === null
        ? contactOperators[language]
        : notice.replaceAll('{email}', () => supportEmail)
    }),
  }
}

function textsInLanguage(texts: RentalTexts['bullets'], language: Language): string[] {
  return texts.map((text) => text[language]).filter((text) => text.trim() !== '')
}
