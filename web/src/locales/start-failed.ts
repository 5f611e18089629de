/** For the one moment at which no language could be loaded: both at once. */
export const startFailed = {
  title: 'Unexpected Application Error!',
  reload: '重新加载 · Load again',
} as const
