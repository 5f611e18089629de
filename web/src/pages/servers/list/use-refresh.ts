import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  onLoaded,
  isOverlayShown,
  onTick,
  onPressed,
  ready,
  secondsLeft,
  type RefreshState,
} from './refresh-state.ts'

const tickMs = 100

/** D8: the refresh button's state, with the time it needs. `reload` settles when both lists are loaded. */
export function useRefresh(reload: () => Promise<unknown>) {
  const [state, setState] = useState<RefreshState>(ready)
  const [now, setNow] = useState(0)

  useEffect(() => {
    if (state.phase !== 'cooling') return
    const tick = setInterval(() => {
      setNow(performance.now())
      setState((held) => onTick(held, performance.now()))
    }, tickMs)
    return () => clearInterval(tick)
  }, [state.phase])

  const press = useCallback(() => {
    if (state.phase !== 'ready') return
    setState(onPressed)
    const end = () => {
      const at = performance.now()
      setNow(at)
      setState((held) => onLoaded(held, at))
    }
    reload().then(end, end)
  }, [reload, state.phase])

  const left = secondsLeft(state, now)
  const overlay = isOverlayShown(state, now)
  return useMemo(
    () => ({
      press,
      disabled: state.phase !== 'ready',
      loading: state.phase === 'loading',
      secondsLeft: left,
      overlay,
    }),
    [press, state.phase, left, overlay],
  )
}
