import { useTranslation } from '../../../locales/translate.ts'
import { formatDayAndTime } from '../../../app/time/community-dates.ts'
import { ChoiceList } from '../../../ui/choices/choice-list.tsx'
import type { GrenadesState } from './use-grenades.ts'

/** The versions that are kept, the latest first. */
export function VersionChoice({ state }: { state: GrenadesState }) {
  const { t, i18n } = useTranslation()
  const { versions, chosen, setChosen } = state
  return (
    <ChoiceList
      label={t(($) => $.practiceDialogs.grenades.views.versions)}
      options={versions.map(({ id, made, source, grenades, isCurrent }) => ({
        value: id,
        title: formatDayAndTime(made, i18n.language),
        detail: isCurrent
          ? t(($) => $.practiceDialogs.grenades.current, {
              source: t(($$) => $$.practiceDialogs.grenades.source[source]),
            })
          : t(($) => $.practiceDialogs.grenades.source[source]),
        aside: t(($) => $.practiceDialogs.grenades.count, { count: grenades }),
      }))}
      value={chosen?.id ?? null}
      onChange={setChosen}
    />
  )
}
