import type { ChannelTarget } from '@clutch/contract/api/notifications/operator-channels.ts'
import { sendDingtalk } from './dingtalk.sender.ts'
import { sendDiscord } from './discord.sender.ts'
import { sendFeishu } from './feishu.sender.ts'
import { sendMails } from './mail.sender.ts'
import { sendOnebot } from './onebot.sender.ts'
import type { OutgoingMessage, SendResult, Sender } from './sender.ts'
import { sendWebhook } from './webhook.sender.ts'
import { sendWecom } from './wecom.sender.ts'

/** Sends a message to a target of any kind. */
export function sendMessage(
  context: Parameters<Sender<'webhook'>>[0],
  target: ChannelTarget,
  message: OutgoingMessage,
): Promise<SendResult> {
  switch (target.kind) {
    case 'discord':
      return sendDiscord(context, target, message)
    case 'webhook':
      return sendWebhook(context, target, message)
    case 'mail':
      return sendMails(context, target, message)
    case 'wecom':
      return sendWecom(context, target, message)
    case 'feishu':
      return sendFeishu(context, target, message)
    case 'dingtalk':
      return sendDingtalk(context, target, message)
    case 'onebot':
      return sendOnebot(context, target, message)
  }
}
