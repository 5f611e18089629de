/** B1: Apple devices name their shortcut key otherwise. */
export function isApple(userAgent: string = navigator.userAgent): boolean {
  return /Mac|iPhone|iPad|iPod/.test(userAgent)
}

/** The key that makes a letter a shortcut, as it is spoken of in a sentence. */
export function modifierKey(): 'Cmd' | 'Ctrl' {
  return isApple() ? 'Cmd' : 'Ctrl'
}
