import { useCallback } from 'react'
import { paramsOf, type Selection } from '../address.ts'
import { useKept } from '../kept.ts'
import { nothingTicked, type Ticked } from './grid/selected.ts'

interface KeptTicks {
  /** The parameters of the list that it is ticked in. */
  list: string
  ticked: Ticked
}

const none: KeptTicks = { list: '', ticked: nothingTicked }

/** What is ticked in the list of a selection. It is kept for that list alone: nothing is in any other. */
export function useTicked(selection: Selection): [Ticked, (ticked: Ticked) => void] {
  const list = new URLSearchParams(paramsOf(selection)).toString()
  const [kept, keep] = useKept('ticks', none)
  const tick = useCallback(
    (ticked: Ticked) => keep(ticked === nothingTicked ? none : { list, ticked }),
    [keep, list],
  )
  return [kept.list === list ? kept.ticked : nothingTicked, tick]
}
