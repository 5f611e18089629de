/** What an order of VIP is kept under while it is paid, for the page and for the dialog around it. */
export const orderStorageName = 'vip'
