import type { Features } from '@clutch/contract/features.ts'

interface Site {
  /** Without a slash at its end. */
  publicUrl: string
  portal: () => { features: Features }
}

/** Returns `robots.txt`: crawlers do not read calls, callbacks, accounts and the console. */
export function formatRobots({ publicUrl }: Site): string {
  const closed = [
    '/api/',
    '/admin',
    '/auth/',
    '/orders',
    '/reports',
    '/settings',
    '/inventory',
    '/login',
    '/reset-password',
  ]
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Returns the sitemap: pages with a fixed address whose feature is enabled. */
export function formatSitemap(addresses: readonly string[], { publicUrl, portal }: Site): string {
  const { features } = portal()
  const shown = addresses.filter(
    (address) =>
      !address.includes('$') &&
      // The list is already at `/`.
      address !== '/servers' &&
      (address !== '/' || features.servers.enabled) &&
      (address !== '/pracc' || features.pracc.enabled),
  )
  const urls = shown.map((address) => `  <url><loc>${publicUrl}${address}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
