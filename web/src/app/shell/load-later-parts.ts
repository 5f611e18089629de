export const loadLaterParts = () => import('./later-parts.ts')
