import { useState } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { CopyButton } from '../../../../app/copy/copy-button.tsx'
import { ErrorNote } from '../../../../app/api/failed-note.tsx'
import { useAction } from '../../../../app/api/use-action.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { SelectableField } from '../../../../ui/text/selectable-field.tsx'
import { formatConsoleTime } from '../../kit/console-time.ts'
import { createSignInLink, type OperatorView } from '../users.queries.ts'

interface SignInLinkDialogProps {
  open: boolean
  onClose: () => void
  op: OperatorView
}

/** A link that signs an operator in once; it is shown only here, and gone with the dialog. */
export function SignInLinkDialog({ open, onClose, op }: SignInLinkDialogProps) {
  const { t } = useTranslation()
  const [link, setLink] = useState<{ url: string; expires: number } | null>(null)
  const make = useAction(async () => setLink(await createSignInLink(op.steamId)))
  const close = () => {
    setLink(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(($) => $.adminUsers.signInLink)}
      footer={
        link === null ? (
          <>
            <Button onClick={close}>{t(($) => $.common.cancel)}</Button>
            <Button variant="primary" submitting={make.busy} onClick={() => void make.run()}>
              {t(($) => $.adminUsers.makeLink)}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>{t(($) => $.common.close)}</Button>
            <CopyButton text={link.url} label={t(($) => $.adminUsers.copyLink)}>
              {t(($) => $.adminUsers.copyLink)}
            </CopyButton>
          </>
        )
      }
    >
      <Stack>
        <p>{t(($) => $.adminUsers.linkText, { name: op.username })}</p>
        {link && (
          <>
            <SelectableField label={t(($) => $.adminUsers.signInLink)} text={link.url} />
            <Note tone="busy">
              {t(($) => $.adminUsers.linkOnce, { time: formatConsoleTime(link.expires) })}
            </Note>
          </>
        )}
        <ErrorNote error={make.error} />
      </Stack>
    </Dialog>
  )
}
