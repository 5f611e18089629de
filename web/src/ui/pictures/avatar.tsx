import { useState } from 'react'
import { getInitial, chooseTint } from './avatar-art.ts'
import { joinClassNames } from '../styles/class-names.ts'
import styles from './avatar.module.css'

interface AvatarProps {
  name: string
  /** What the colours follow where there is no picture: an id that stays when the name changes. */
  seed: string
  /** An address of this portal, since no other may be shown; null or empty for none. */
  url: string | null
  /** 32 (default), 36, 56 or 72. */
  size?: 's' | 'm' | 'l' | 'xl'
}

/** A player's picture; without one, or where it cannot be loaded, the first character on a gradient. Beside the name. */
export function Avatar({ name, seed, url, size = 's' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const box = joinClassNames(styles.avatar, styles[size])
  if (url !== null && url.startsWith('/') && url !== broken) {
    return (
      <img
        className={box}
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        ref={(image) => {
          // It may have failed before the page's script ran.
          if (image?.complete === true && image.naturalWidth === 0) setBroken(url)
        }}
        onError={() => setBroken(url)}
      />
    )
  }
  return (
    <span className={joinClassNames(box, styles[chooseTint(seed)])} aria-hidden="true">
      {getInitial(name)}
    </span>
  )
}
