/** The question before text of a player is dropped that was not sent. */
export const unsaved = {
  title: 'Discard what you wrote?',
  message: 'It has not been sent or saved.',
  discard: 'Discard',
  keep: 'Keep writing',
} as const
