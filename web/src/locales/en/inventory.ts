/** Texts of the inventory. */
export const inventory = {
  title: 'Inventory',
  signedOut: 'Sign in to see your inventory',
  signedOutNext: 'Your skins belong to your Steam account',
  tokenExpired: 'Your sign-in has expired',
  loginError: 'Signing in to the inventory failed',
} as const
