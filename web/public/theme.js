// Before the first paint: the chosen theme and language, so that nothing flashes. A separate file because the page's
// content security policy allows no inline script.
try {
  // In the frame of the purchase dialog the page is dark; the dialog makes it light (F2).
  if (localStorage.getItem('theme') === 'light' && self === top)
    document.documentElement.dataset.theme = 'light'
  if (localStorage.getItem('preferredLanguage') === 'en') document.documentElement.lang = 'en'
} catch {
  // Storage is forbidden: dark and Chinese, as for a first visit.
}

// A rendered page is visible before its script has run: the last button that was pressed until then is pressed again.
addEventListener(
  'click',
  ({ target }) => {
    if (document.getElementById('first-view')) window.earlyPress = target.closest('button')
  },
  { capture: true },
)
