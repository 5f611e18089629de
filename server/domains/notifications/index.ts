export { listTroubledChannels } from './channels/channels.service.ts'
export { notify } from './events/notify.ts'
export { registerNotifications } from './notifications.routes.ts'
export { startNotificationWorker } from './notifications.worker.ts'
