import { BuyCard } from './buy-card.tsx'
import { MyCards } from './my-cards.tsx'
import { Redeem } from './redeem.tsx'
import styles from './store.module.css'

/** F3, F4: what a signed-in user does with gift cards: buying, redeeming, listing. */
export function OwnStore({ steamId }: { steamId: string }) {
  return (
    <div className={styles.parts}>
      <BuyCard steamId={steamId} />
      <div className={styles.own}>
        <Redeem steamId={steamId} />
        <MyCards steamId={steamId} />
      </div>
    </div>
  )
}
