import type { Dictionary } from '../dictionary.ts'

export const common: Dictionary['common'] = {
  close: '关闭',
  back: '返回',
  cancel: '取消',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  retry: '重试',
  clear: '清除',
  reset: '重置',
  loading: '加载中',
  copyByHand: '请手动复制',
  copyByHandHint: '浏览器不允许自动复制。文字已经选中，请自行复制（键盘按 {{keys}}）。',
  copyText: '要复制的内容',
  copied: '已复制',
}
