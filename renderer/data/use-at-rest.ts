import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '../../server/control/protocol/common.ts'
import { control, type Query, worldPath } from './client.ts'
import { type Area, keys } from './keys.ts'
import { useWorldId } from './world.tsx'

interface Asked<Row> {
  area: Area
  query: Query
  idOf: (row: Row) => string
  /** What is worth a look before all others. */
  isInTrouble?: (row: Row) => boolean
  enabled: boolean
}

/** So many of the newest are looked through for one in trouble. */
const LOOKED_AT = 50

/**
 * The id of the row of a list that is worth a look while none is open: the newest in trouble, or the newest of all. Once chosen, it stays as
 * long as it is among the newest, whatever comes on top of it. `undefined` when there is none, or nothing is asked for.
 */
export function useAtRest<Row>({ area, query, idOf, isInTrouble = () => false, enabled }: Asked<Row>) {
  const world = useWorldId()
  const { data } = useQuery({
    queryKey: keys.area(world, area, 'at-rest', query),
    queryFn: ({ signal }) =>
      control<Page<Row>>('GET', worldPath(world, area), { query: { ...query, limit: LOOKED_AT }, signal }),
    enabled,
  })
  const [chosen, choose] = useState<string>()
  const rows = data?.data ?? []
  if (!enabled || rows.length === 0) return undefined
  if (chosen !== undefined && rows.some(row => idOf(row) === chosen)) return chosen
  const worth = rows.find(isInTrouble) ?? rows[0]
  const id = worth && idOf(worth)
  choose(id)
  return id
}
