import { useState } from 'react'
import { useTranslation } from '../../../locales/translate.ts'
import { useCopy } from '../../../app/copy/use-copy.ts'
import { useUnsavedChanges } from '../../../app/forms/use-unsaved-changes.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Note } from '../../../ui/messages/note.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { saveCsv } from '../kit/list/save-csv.ts'
import { formatConsoleTime } from '../kit/console-time.ts'
import type { CardBatchRequest, CreatedCards } from './gift-cards.queries.ts'

interface MadeCodesProps {
  open: boolean
  onClose: () => void
  wish: CardBatchRequest
  cards: CreatedCards
}

/**
 * The codes of a batch that was just created, to be copied or saved: they are not shown again, so closing it
 * before that asks first.
 */
export function CreatedCodes({ open, onClose, wish, cards }: MadeCodesProps) {
  const { t } = useTranslation()
  const { copied, copy } = useCopy()
  const text = cards.codes.join('\n')
  const [saved, setSaved] = useState(false)
  // Where the browser forbids copying nothing is saved yet.
  if (copied === text && !saved) setSaved(true)
  const unsaved = useUnsavedChanges({
    changed: open && !saved,
    onDiscard: onClose,
    words: {
      title: t(($) => $.adminPrices.cards.leaveTitle),
      message: t(($) => $.adminPrices.cards.leaveText),
      action: t(($) => $.adminPrices.cards.leave),
      keep: t(($) => $.adminPrices.cards.stay),
    },
  })
  const save = () => {
    saveCsv(
      `${t(($) => $.adminPrices.cards.label)} ${wish.batch}`,
      [
        { id: 'code', title: t(($) => $.adminPrices.cards.code), value: (code: string) => code },
        {
          id: 'duration',
          title: t(($) => $.adminPrices.cards.duration),
          value: () => t(($) => $.adminPrices.prices.terms[wish.duration]),
        },
        { id: 'batch', title: t(($) => $.adminPrices.cards.batch), value: () => wish.batch },
        {
          id: 'expires',
          title: t(($) => $.adminPrices.cards.expires),
          value: () => formatConsoleTime(cards.expires),
        },
      ],
      cards.codes,
    )
    setSaved(true)
  }
  return (
    <Dialog
      open={open}
      onClose={unsaved.close}
      title={t(($) => $.adminPrices.cards.madeTitle, { n: cards.codes.length })}
      footer={
        <>
          <Button icon="download" onClick={save}>
            {t(($) => $.admin.list.csv)}
          </Button>
          <Button variant="primary" icon={copied === text ? 'check' : 'copy'} onClick={() => copy(text)}>
            {copied === text ? t(($) => $.common.copied) : t(($) => $.adminPrices.cards.copyAll)}
          </Button>
        </>
      }
    >
      <Note tone="warn">{t(($) => $.adminPrices.cards.madeOnce)}</Note>
      <TextArea
        label={t(($) => $.adminPrices.cards.codes)}
        readOnly
        rows={Math.min(10, cards.codes.length)}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onCopy={() => setSaved(true)}
      />
      {unsaved.question}
    </Dialog>
  )
}
