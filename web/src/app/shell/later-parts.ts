/** What every page loads after its first view, in one file. */
export { renewKeptPage } from '../first-view/renew-kept-page.ts'
export { registerServiceWorker } from '../browser/service-worker.ts'
export { focusHeadingOfPage, watchLostFocus } from '../../ui/layout/keep-focus.ts'
export { ErrorBanner } from './error-banner.tsx'
export { MaintenanceBanner } from './maintenance-banner.tsx'
export { Overlays } from './overlays.tsx'
export { watchSession } from './watch-session.ts'
