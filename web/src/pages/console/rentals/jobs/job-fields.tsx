import {
  defaultJobParallel,
  maxJobParallel,
  maxUpdateDeadlineMinutes,
  minUpdateDeadlineMinutes,
} from '@clutch/contract/limits.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../../locales/translate.ts'
import { TextField } from '../../../../ui/forms/text-field.tsx'

/** The whole number in a field; null for another text or one outside of the range. */
function readNumber(typed: string, min: number, max: number): number | null {
  const value = Number(typed)
  return /^\d{1,4}$/.test(typed.trim()) && value >= min && value <= max ? value : null
}

/** The deadline of a job as it is typed: nothing is none. */
export function useDeadline(suggested = '') {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(suggested)
  const [min, max] = [minUpdateDeadlineMinutes, maxUpdateDeadlineMinutes]
  const minutes = typed.trim() === '' ? undefined : readNumber(typed, min, max)
  return {
    typed,
    isGood: minutes !== null,
    body: minutes === null || minutes === undefined ? {} : { minutes },
    field: (isChecked: boolean): ReactNode => (
      <TextField
        label={t(($) => $.adminRentals.jobs.minutes)}
        hint={t(($) => $.adminRentals.jobs.minutesHint)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isChecked && minutes === null ? t(($) => $.admin.form.badNumber, { min, max }) : null}
      />
    ),
  }
}

/** How many servers of a job are worked on at once. */
export function useParallel() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(String(defaultJobParallel))
  const parallel = readNumber(typed, 1, maxJobParallel)
  return {
    typed,
    isGood: parallel !== null,
    body: parallel === null ? {} : { parallel },
    field: (isChecked: boolean): ReactNode => (
      <TextField
        required
        label={t(($) => $.adminRentals.jobs.parallel)}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={
          isChecked && parallel === null
            ? t(($) => $.admin.form.badNumber, { min: 1, max: maxJobParallel })
            : null
        }
      />
    ),
  }
}
