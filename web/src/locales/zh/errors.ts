import type { Words } from '../dictionary.ts'
import type { errors as en } from '../en/errors.ts'

export const errors: Words<typeof en> = {
  'request.invalid': '请求有误，无法处理',
  'request.not_found': '这个地址没有内容',
  'request.too_large': '提交的内容过大',
  'server.not_registered': '这台服务器不属于本社区',
  'server.unreachable': '服务器暂时没有响应',
  'session.invalid': '登录已失效，请重新登录',
  RATE_LIMIT_EXCEEDED: '请求太频繁，请稍后再试',
  'portal.unavailable': '服务暂时不可用，请稍后再试',
  'portal.internal': '服务出错了',
  offline: '无法连接到服务',
  timeout: '请求超时',
  unreadable: '收到了无法识别的响应',
}
