import { renderMessage } from '@clutch/contract/rules/notifications/messages.ts'
import { deliveryGiveUpMs } from '@clutch/contract/rules/notifications/retries.ts'
import { enqueueMail } from '../../mail/index.ts'
import type { Sender } from './sender.ts'

/** Hands a message to the mail queue, one mail for each address; the queue retries by itself and reports in the console's jobs. */
export const sendMails: Sender<'mail'> = async (context, { to }, { content, language }) => {
  const { publicUrl } = context.config
  const [zh, en] = [renderMessage(content, 'zh', publicUrl), renderMessage(content, 'en', publicUrl)]
  const until = new Date(context.clock.now().getTime() + deliveryGiveUpMs)
  const mail = { kind: 'notification', zh: toText(zh), en: toText(en), link: zh.url } as const
  await context.database.transaction().execute(async (tx) => {
    for (const address of to) await enqueueMail(context, tx, { to: address, language, content: mail, until })
  })
  return { outcome: 'sent', status: null, problem: '' }
}

function toText({ title, lines }: ReturnType<typeof renderMessage>) {
  return { title, lines: lines.map(({ name, value }) => ({ name, value })) }
}
