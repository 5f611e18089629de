import { socialLinks } from '@clutch/contract/api/portal.ts'
import { useTranslation } from '../../locales/translate.ts'
import { navStyles } from '../../ui/shell-frame.tsx'
import { Hidden } from '../../ui/text.tsx'
import { usePortal } from '../portal.ts'

/** B6: the community's places and its filing number; what the operator has not set is not there. */
export function SidebarFooter() {
  const { links, filing } = usePortal()
  const { t } = useTranslation()
  const set = socialLinks.flatMap((place) => {
    const href = links[place]
    return href === undefined ? [] : [{ place, href }]
  })
  if (set.length === 0 && filing === null) return null
  return (
    <footer className={navStyles.foot}>
      {set.length > 0 && (
        <ul className={navStyles.places} aria-label={t(($) => $.shell.links)}>
          {set.map(({ place, href }) => (
            <li key={place}>
              <Elsewhere href={href} text={t(($) => $.shell[place])} />
            </li>
          ))}
        </ul>
      )}
      {filing && <Elsewhere href={filing.url} text={filing.text} />}
    </footer>
  )
}

/** A link away from the portal: a new tab that knows nothing of this one. */
function Elsewhere({ href, text }: { href: string; text: string }) {
  const { t } = useTranslation()
  return (
    <a className={navStyles.elsewhere} href={href} target="_blank" rel="noopener noreferrer">
      {text}
      <Hidden>{` (${t(($) => $.shell.newTab)})`}</Hidden>
    </a>
  )
}
