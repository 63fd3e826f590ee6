import type { TFunction } from 'i18next'
import { outcomeText } from '../i18n/said.ts'
import { takenWith } from './forgery-taken.ts'

/** What an attempt by hand came to, of what is genuine or of a forgery; `null` while it is under way. */
export type Again = {
  readonly status_code: number | null
  readonly error: string | null
  readonly isForged: boolean
} | null

/**
 * How many were sent again, and what they came to, the most frequent first: `4 sent again: 2 answered 200 · 1 answered 404 · 1 forgery accepted
 * with 200`. Pure.
 */
export function againText(t: TFunction, again: readonly Again[]): string {
  const sent = t('webhooks.redelivered', { count: again.length })
  if (again.length === 0) return sent
  const counts = new Map<string, { count: number; outcome: Again }>()
  for (const outcome of again) {
    const key = JSON.stringify(outcome)
    counts.set(key, { count: (counts.get(key)?.count ?? 0) + 1, outcome })
  }
  const parts = [...counts.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ count, outcome }) => partText(t, outcome, count))
  return `${sent}${t('common.colon')}${parts.join(' · ')}`
}

/** Whether all of them came to what they should, none, or some; `undefined` while any is under way. Pure. */
export function againTone(again: readonly Again[]): 'good' | 'warn' | 'bad' | undefined {
  const known = again.filter(one => one !== null)
  if (again.length === 0 || known.length < again.length) return undefined
  const well = known.filter(one => isTaken(one) !== one.isForged).length
  return well === again.length ? 'good' : well === 0 ? 'bad' : 'warn'
}

const isTaken = ({ status_code, error }: NonNullable<Again>) => error === null && String(status_code).startsWith('2')

function partText(t: TFunction, again: Again, count: number): string {
  if (again === null) return t('webhooks.redelivered_part', { count, text: t('webhooks.redelivered_under_way') })
  const outcome = outcomeText(t, again)
  if (again.isForged) {
    // Who does not answer has refused nothing.
    const how = again.error === null ? takenWith(again.status_code) : 'not_accepted'
    return t(`webhooks.redelivered_forged.${how}`, { count, outcome })
  }
  const text = again.status_code === null ? outcome : t('webhooks.redelivered_answered', { status: outcome })
  return t('webhooks.redelivered_part', { count, text })
}
