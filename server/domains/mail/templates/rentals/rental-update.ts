import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'
import { formatCommunityTime } from '../../layout/community-time.ts'

/** A rented server restarts at `restarts` (ms since 1970), also with players on it, for version `version` of the game. */
export function rentalUpdate(
  { number, name, version, restarts }: { number: string; name: string; version: string; restarts: number },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const time = formatCommunityTime(restarts)
  const link = `${url}/pracc`
  return {
    zh: {
      subject: `你在 ${community} 的练习服务器“${name}”（${number}）将因游戏更新重启`,
      parts: [
        {
          kind: 'words',
          words: `练习服务器“${name}”（${number}）将在 ${time.zh}重启以更新游戏（版本 ${version}），届时服务器上的玩家会断开连接。`,
        },
        {
          kind: 'words',
          words: '如果在此之前服务器空闲，或你主动重启，更新会立即进行。设置、密码与地址保持不变。',
        },
        {
          kind: 'link',
          label: '查看我的练习服务器',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `Your ${community} server “${name}” (${number}) will restart for a game update`,
      parts: [
        {
          kind: 'words',
          words: `Your practice server “${name}” (${number}) restarts on ${time.en} to update the game to version ${version}. Players who are on it then are disconnected.`,
        },
        {
          kind: 'words',
          words:
            'If it is empty before that, or you restart it yourself, it is updated at once. Settings, password and address stay the same.',
        },
        {
          kind: 'link',
          label: 'View your servers',
          otherwise: 'If the button does not open, copy this link into your browser:',
          link,
        },
      ],
    },
  }
}
