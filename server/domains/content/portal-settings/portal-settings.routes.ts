import {
  operatorChangePortalSettings,
  operatorGetPortalSettings,
} from '@clutch/contract/api/content/operator-portal-settings.ts'
import { type Portal, getManifest, getPortal } from '@clutch/contract/api/content/portal.ts'
import { registerCall } from '../../../platform/http/calls/register-call.ts'
import type { App } from '../../../platform/http/app.ts'
import type { PortalSettingsCache } from './portal-settings-cache.ts'
import type { Reply } from '@clutch/contract/api/call.ts'

const manifestIcon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose === 'any' ? 'icon' : purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** F3: the app that a browser installs, under the community's name; its colours are the page's own (dark). */
function toWebManifest({ name, features }: Portal): Reply<typeof getManifest> {
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

/** Registers the calls of the portal's settings. */
export function registerPortalSettingsRoutes(app: App, holder: PortalSettingsCache): void {
  registerCall(app, getPortal, ({ reply }) => {
    reply.header('cache-control', 'no-cache')
    return holder.publicView
  })
  registerCall(app, getManifest, ({ reply }) => {
    reply.header('cache-control', 'no-cache').type('application/manifest+json')
    return toWebManifest(holder.publicView)
  })
  registerCall(app, operatorGetPortalSettings, () => holder.operatorView)
  registerCall(
    app,
    operatorChangePortalSettings,
    ({ body, caller }) => holder.change(body, caller.permissions),
    {
      load: () => holder.loadLatest(),
    },
  )
}
