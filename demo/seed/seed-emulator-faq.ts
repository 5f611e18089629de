import type { OperatorFaq } from '@clutch/contract/api/content/operator-faqs.ts'
import type { OperatorCall } from './operator-calls.ts'
import type { SeedMarks } from './seed.ts'
import type { Emulators } from '../emulators/emulators.ts'

const faqQuestion = { zh: '这是演示站：怎么付款、收邮件？', en: 'This is a demo: how do I pay and get mail?' }

/** The mark of a portal that has the FAQ entry about its emulators. */
const emulatorFaqMark = 'emulator-faq'

/** The emulator pages that a visitor needs; null for the real service. */
type EmulatorPages = Pick<Emulators, 'payments' | 'mail' | 'steam'>

/**
 * Adds a first question that tells players where to pay and read mail while emulators run. Their addresses
 * change at each start: an existing answer is updated, one that an operator removed stays removed.
 */
export async function seedEmulatorFaq(
  call: OperatorCall,
  given: SeedMarks,
  { payments, mail, steam }: EmulatorPages,
): Promise<void> {
  const pages = { payments, mail, steam }
  if (Object.values(pages).every((page) => page === null)) return
  const known = (await call<OperatorFaq[]>('GET', 'faqs')).find((faq) => faq.question.zh === faqQuestion.zh)
  const answer = formatAnswer(pages)
  if (known) await call('PATCH', `faqs/${known.id}`, { answer })
  else if (!given.names().includes(emulatorFaqMark))
    await call('POST', 'faqs', { question: faqQuestion, answer, position: 0 })
  given.add(emulatorFaqMark)
}

function formatAnswer({ payments, mail, steam }: EmulatorPages): OperatorFaq['answer'] {
  const lines = [
    payments && {
      zh: `<strong>付款</strong>：不会动用真钱。支付宝和 PayPal 会打开各自的模拟器页面；微信二维码请到 ${htmlLink(payments)} 里点“Pay”。`,
      en: `<strong>Paying</strong>: no money moves. Alipay and PayPal open pages of their emulators; a WeChat code is paid at ${htmlLink(payments)}.`,
    },
    mail && {
      zh: `<strong>邮件</strong>：写给任何地址的邮件都在 ${htmlLink(mail)}。`,
      en: `<strong>Mail</strong>: whatever the portal sends to any address is read at ${htmlLink(mail)}.`,
    },
    steam && {
      zh: `<strong>Steam 登录</strong>：选一位正在服务器上玩的模拟玩家即可。管理员的验证码在 ${htmlLink(`${steam}/authenticator`)}。`,
      en: `<strong>Signing in by Steam</strong>: choose one of the simulated players. The codes of operators are at ${htmlLink(`${steam}/authenticator`)}.`,
    },
  ].filter((line) => line !== null && line !== '')
  const list = (language: 'zh' | 'en') =>
    `<ul>${lines.map((line) => `<li>${line[language]}</li>`).join('')}</ul>`
  return { zh: list('zh'), en: list('en') }
}

const htmlLink = (address: string) => `<a href="${address}">${address}</a>`
