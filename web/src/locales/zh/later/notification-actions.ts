/** Words of the audit log about notifications. */
export const notificationActions = {
  addChannel: '添加通知渠道',
  changeChannel: '修改通知渠道',
  removeChannel: '删除通知渠道',
  testChannel: '向渠道发送测试消息',
  rotateChannelSecret: '更换签名 Webhook 的密钥',
  addNotificationRule: '添加通知规则',
  changeNotificationRule: '修改通知规则',
  removeNotificationRule: '删除通知规则',
  redeliver: '重新投递通知',
} as const
