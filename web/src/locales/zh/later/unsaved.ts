import type { Words } from '../../dictionary.ts'
import type { unsaved as en } from '../../en/later/unsaved.ts'

export const unsaved: Words<typeof en> = {
  title: '放弃填写的内容？',
  message: '内容还没有发送或保存。',
  discard: '放弃',
  keep: '继续填写',
}
