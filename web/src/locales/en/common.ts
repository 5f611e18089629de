/** Words every part of the page uses. */
export const common = {
  close: 'Close',
  back: 'Back',
  cancel: 'Cancel',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  retry: 'Retry',
  clear: 'Clear',
  reset: 'Reset',
  loading: 'Loading',
  copyByHand: 'Copy it yourself',
  copyByHandHint:
    'The browser does not allow copying here. The text is selected: copy it yourself ({{keys}} on a keyboard).',
  copyText: 'Text to copy',
  copied: 'Copied',
} as const
