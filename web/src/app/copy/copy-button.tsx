import type { ReactNode } from 'react'
import { useTranslation } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /** What it copies; used for screen readers and the tooltip. */
  label: string
  /** The button's words; without them it is a drawing only. */
  children?: ReactNode
}

/** D3: copies, and says so for 2 s. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const done = copied === text
  const said = t(($) => $.common.copied)
  const shared = { icon: done ? 'check' : 'copy', good: done, onClick: () => copy(text) } as const
  return (
    <>
      {children === undefined ? (
        <IconButton {...shared} label={label} />
      ) : (
        <Button {...shared}>{done ? said : children}</Button>
      )}
      {done && (
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      )}
    </>
  )
}
