import { withServerPopupWords } from '../../../locales/lazy-words.ts'
import { createLazyPart } from '../../../ui/loading/lazy-part.ts'
import type { QuickJoinDialogProps } from './quick-join-dialog.tsx'

const dialog = createLazyPart(() => withServerPopupWords(import('./quick-join-dialog.tsx')))

/** The quick-join dialog, fetched when it is first opened: the first screen does not wait for it. */
export function QuickJoin(props: QuickJoinDialogProps) {
  const part = dialog.usePart(props.open)
  return part && <part.QuickJoinDialog {...props} />
}
