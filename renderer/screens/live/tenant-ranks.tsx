import { memo, useEffect, useMemo } from 'react'
import { useAllLimits } from '../../data/badges.ts'
import { useEmulatedNow } from '../../data/world.tsx'
import { type Nearness, nearnessOf } from './tenants-shown.ts'

interface Props {
  onRanks: (ranks: ReadonlyMap<string, Nearness>) => void
}

/** Tells how near each tenant is to its limits whenever that has changed. It draws nothing, and no turn of the wheel renders it. */
export const TenantRanks = memo(function TenantRanks({ onRanks }: Props): null {
  const now = useEmulatedNow()
  const limits = useAllLimits()
  const text = JSON.stringify(
    now === undefined ? [] : [...limits].map(([tenant, view]) => [tenant, nearnessOf(view, now)]),
  )
  const ranks = useMemo(() => new Map<string, Nearness>(JSON.parse(text) as [string, Nearness][]), [text])
  useEffect(() => onRanks(ranks), [onRanks, ranks])
  return null
})
