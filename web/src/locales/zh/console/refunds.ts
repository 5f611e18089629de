import type { Words } from '../../dictionary.ts'
import type { adminRefunds as en } from '../../en/console/refunds.ts'

export const adminRefunds: Words<typeof en> = {
  approval: {
    waiting: '{{name}} 申请退款 {{amount}}，等待另一位管理员批准。原因：{{reason}}',
    own: '须由另一位管理员批准',
    approve: '批准退款',
    approveTitle: '退款 {{amount}}？',
    approveText: '款项将退给买家，无法撤销。',
    approved: '退款已批准',
    decline: '拒绝',
    withdraw: '撤回申请',
    declined: '退款申请已取消',
    requested: '已提交，等待另一位管理员批准',
  },
  refund: {
    title: '退款 {{number}}',
    which: '付款',
    paying: '剩余 {{left}}，{{method}} {{no}}',
    extra: '剩余 {{left}}（未购得任何内容），{{method}} {{no}}',
    how: '退款范围',
    whole: '全部退回',
    part: '部分退回',
    amount: '退款金额',
    most: '最多 {{amount}}',
    badAmount: '请输入如 8.88 的金额，最多 {{amount}}',
    reason: '退款原因',
    reasonHint: '买家可能会在支付平台看到',
    next: '下一步',
    pending: '该订单有一笔退款正在等待批准',
    confirm: '退回 {{amount}}',
    ask: '{{amount}} 将退给买家（{{method}}），此操作无法撤销。',
    takesBack: '这笔退款后订单款项全部退回，所购内容会被收回。',
    keeps: '订单仍保持已交付。',
    done: '退款已发起',
  },
}
