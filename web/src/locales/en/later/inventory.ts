/** Texts of the inventory. */
export const inventory = {
  title: 'Inventory',
  signedOut: 'Sign in to see your inventory',
  signedOutNext: 'Your skins belong to your Steam account',
  tokenExpired: 'Your sign-in has expired',
  loginError: 'Signing in to the inventory failed',
  late: 'The inventory site has not finished loading. If nothing appears, sign in again.',
} as const
