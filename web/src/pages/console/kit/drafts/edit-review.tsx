import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { isEqual } from '../../../../app/forms/is-equal.ts'
import { valueAt } from '@clutch/contract/rules/console/merge-edits.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Stack } from '../../../../ui/layout/layout.tsx'
import { Note } from '../../../../ui/messages/note.tsx'
import { VersionChoice } from '../../../../ui/choices/version-choice.tsx'
import { pathKey, type EditReview as Review } from './edit-state.ts'
import { useFieldText } from './field-names.ts'
import type { ReviewedDraft } from './use-draft.ts'

interface EditReviewProps {
  draft: ReviewedDraft
  /** Whether the operator tried to save: conflicts that are not decided say so. */
  checked: boolean
}

/**
 * Shows what another operator saved while the form was open: merged values, and both versions of conflicts.
 */
export function EditReview({ draft, checked }: EditReviewProps) {
  const { t } = useTranslation()
  const { review, restored, startOver } = draft
  return (
    <>
      {restored && (
        <Note
          tone="info"
          action={
            <Button size="sm" onClick={startOver}>
              {t(($) => $.admin.review.startOver)}
            </Button>
          }
        >
          {t(($) => $.admin.review.restored)}
        </Note>
      )}
      {review && <ReviewNote draft={draft} checked={checked} review={review} />}
    </>
  )
}

function ReviewNote({ draft, checked, review }: EditReviewProps & { review: Review }) {
  const { t, i18n } = useTranslation()
  const top = useRef<HTMLDivElement>(null)
  const words = useFieldText(draft.names)
  const size = review.taken.length + review.conflicts.length
  useEffect(() => top.current?.focus(), [size])
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const versions = (['mine', 'theirs'] as const).map((value) => ({
    value,
    title: t(($) => $.admin.review[value]),
  }))
  return (
    <div ref={top} tabIndex={-1}>
      <Stack>
        <Note tone="warn">
          <p>{review.gone ? t(($) => $.admin.review.gone) : t(($) => $.admin.review.changed)}</p>
          {review.taken.length > 0 && (
            <p>{t(($) => $.admin.review.taken, { fields: list.format(review.taken.map(words.name)) })}</p>
          )}
          {review.conflicts.length > 0 && <p>{t(($) => $.admin.review.choose)}</p>}
          {!review.gone && review.conflicts.length === 0 && <p>{t(($) => $.admin.review.saveAgain)}</p>}
        </Note>
        {review.conflicts.map(({ path, mine, theirs, chosen }) => {
          const isTypedOver = ![mine, theirs].some((value) => isEqual(value, valueAt(draft.fields, path)))
          const isOpen = chosen === null && !isTypedOver
          return (
            <VersionChoice
              key={pathKey(path)}
              label={words.name(path)}
              versions={versions.map((version) => ({
                ...version,
                text: words.value(path, { mine, theirs }[version.value]),
              }))}
              value={isTypedOver ? null : chosen}
              onChange={(value) => draft.choose(path, value)}
              error={checked && isOpen ? t(($) => $.admin.review.undecided) : null}
            />
          )
        })}
      </Stack>
    </div>
  )
}
