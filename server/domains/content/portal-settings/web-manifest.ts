import type { Reply } from '@clutch/contract/api/call.ts'
import type { getManifest, Portal } from '@clutch/contract/api/portal.ts'

const manifestIcon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose === 'any' ? 'icon' : purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** F3: the app that a browser installs, under the community's name; its colours are the page's own (dark). */
export function toWebManifest({ name, features }: Portal): Reply<typeof getManifest> {
  return {
    id: '/',
    name,
    short_name: name.slice(0, 12),
    lang: 'zh-CN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0a0d12',
    theme_color: '#0a0d12',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      manifestIcon(192, 'any'),
      manifestIcon(512, 'any'),
      manifestIcon(512, 'maskable'),
    ],
    shortcuts: [
      ...(features.servers.enabled ? [{ name: '服务器', url: '/servers' }] : []),
      { name: 'VIP', url: '/vip' },
    ],
  }
}
