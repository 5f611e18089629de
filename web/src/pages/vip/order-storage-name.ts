/** The name under which a VIP order is stored while it is paid, for the page and for the dialog around it. */
export const orderStorageName = 'vip'
