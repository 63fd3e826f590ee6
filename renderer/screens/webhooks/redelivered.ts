import type { TFunction } from 'i18next'
import { outcomeText } from '../../i18n/said.ts'

/** What an attempt by hand came to; `null` while it is under way. */
export type Again = { readonly status_code: number | null; readonly error: string | null } | null

/** How many were sent again, and what they came to, the most frequent first: `4 sent again: 3 answered 200 · 1 answered 404`. Pure. */
export function againText(t: TFunction, again: readonly Again[]): string {
  const sent = t('webhooks.redelivered', { count: again.length })
  if (again.length === 0) return sent
  const counts = new Map<string, number>()
  for (const outcome of again) {
    const key = sentenceOf(t, outcome)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const parts = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([text, count]) => t('webhooks.redelivered_part', { count, text }))
  return `${sent}${t('common.colon')}${parts.join(' · ')}`
}

/** Whether all of them were taken, none, or some; `undefined` while any is under way. Pure. */
export function againTone(again: readonly Again[]): 'good' | 'warn' | 'bad' | undefined {
  if (again.length === 0 || again.includes(null)) return undefined
  const taken = again.filter(one => one?.error === null && String(one.status_code).startsWith('2')).length
  return taken === again.length ? 'good' : taken === 0 ? 'bad' : 'warn'
}

function sentenceOf(t: TFunction, outcome: Again): string {
  if (outcome === null) return t('webhooks.redelivered_under_way')
  const text = outcomeText(t, outcome)
  return outcome.status_code === null ? text : t('webhooks.redelivered_answered', { status: text })
}
