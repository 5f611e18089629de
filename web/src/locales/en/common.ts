/** Words every part of the page uses. */
export const common = {
  close: 'Close',
  clear: 'Clear',
  reset: 'Reset',
  loading: 'Loading',
  copyByHand: 'Copy it yourself',
  copyByHandHint: 'This page is not served over https, so the browser forbids copying. Press {{keys}}.',
  copyText: 'Text to copy',
} as const
