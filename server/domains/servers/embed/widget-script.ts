/** Loads the page again every 30 s while it is visible, and replaces what it shows unless the visitor is at one of its links. */
export const widgetScript = `'use strict'
const load = async () => {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  const main = document.querySelector('main')
  if (next && !main.contains(document.activeElement)) main.replaceWith(document.adoptNode(next))
}
setInterval(() => load().catch(() => {}), 30000)
document.addEventListener('visibilitychange', () => load().catch(() => {}))`
