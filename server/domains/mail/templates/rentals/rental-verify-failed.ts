import type { Language } from '@clutch/contract/api/shared/fields.ts'
import type { MailText, MailSender } from '../../mail-text.types.ts'

/** G24: the files of a rented server could not be verified. */
export function rentalVerifyFailed(
  { number, name }: { number: string; name: string },
  { community, url }: MailSender,
): Record<Language, MailText> {
  const link = `${url}/pracc`
  return {
    zh: {
      subject: `${community} 练习服务器“${name}”（${number}）的文件校验失败`,
      parts: [
        {
          kind: 'words',
          words: `练习服务器“${name}”（${number}）的文件校验未能完成。服务器已重新启动，但可能无法正常使用。`,
        },
        { kind: 'words', words: '你可以再次校验文件。如果仍然失败，请联系管理员。' },
        {
          kind: 'link',
          label: '查看我的练习服务器',
          otherwise: '如果按钮无法打开，请把这个链接复制到浏览器：',
          link,
        },
      ],
    },
    en: {
      subject: `The files of your ${community} server “${name}” (${number}) could not be verified`,
      parts: [
        {
          kind: 'words',
          words: `The files of your practice server “${name}” (${number}) could not be verified. The server was started again, but it may not work correctly.`,
        },
        { kind: 'words', words: 'You can verify the files again. If it fails again, contact an operator.' },
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
