/** Words of the audit log about notifications. */
export const notificationActions = {
  addChannel: 'Notification channel added',
  changeChannel: 'Notification channel changed',
  removeChannel: 'Notification channel removed',
  testChannel: 'Test message sent to a channel',
  rotateChannelSecret: 'New secret of a signed webhook',
  addNotificationRule: 'Notification rule added',
  changeNotificationRule: 'Notification rule changed',
  removeNotificationRule: 'Notification rule removed',
  redeliver: 'Notification delivered again',
} as const
