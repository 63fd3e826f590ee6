import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../data/answers.ts'
import { LANES } from './lanes.ts'
import type { Picks } from './legend.tsx'

const ANSWERS = ['ok', 'open', 'client', 'limited', 'lost', 'failed'] as const satisfies readonly Answer[]

/** The answers of which the lane of requests counts how many were refused. */
const REFUSED = ['client', 'limited'] as const satisfies readonly Answer[]

/** All kinds but requests, as the address has them. */
const BESIDE_REQUESTS = LANES.flatMap(({ lane, on }) => (on === 'requests' ? [] : lane)).join(',')

/** What stands in a value of the address, with commas. */
export const useChosen = (text: string): ReadonlySet<string> =>
  useMemo(() => new Set(text.split(',').filter(Boolean)), [text])

interface Options extends Omit<Picks, 'onPick'> {
  choose: (change: { answers: string; without: string }) => void
}

/**
 * Which answers of requests are shown alone, if any are. Other kinds of things are switched off with the first that is chosen, and are there
 * again without any: one press leaves the refused alone.
 */
export function useAnswers(
  { without }: { without: string },
  { answers, counts, isCut, isPart, choose }: Options,
): {
  picks: Picks
  /** How many requests are shown, where their answers decide. */
  picked: number | undefined
  /** Which these are, in words. */
  onlyText: string | undefined
  pickAll: () => void
  /** Leaves the refused alone, or shows the others again. */
  onRefused: () => void
  isRefusedOnly: boolean
} {
  const { t } = useTranslation()
  const onPick = useCallback(
    (answer: Answer) => {
      const next = new Set(answers)
      if (!next.delete(answer)) next.add(answer)
      const others = next.size === 0 && without === BESIDE_REQUESTS ? '' : without
      choose({ answers: [...next].join(','), without: answers.size === 0 ? BESIDE_REQUESTS : others })
    },
    [answers, without, choose],
  )
  const picks = useMemo(() => ({ answers, counts, isCut, isPart, onPick }), [answers, counts, isCut, isPart, onPick])
  const isRefusedOnly = answers.size === REFUSED.length && REFUSED.every(answer => answers.has(answer))
  const onRefused = useCallback(
    () =>
      choose(
        isRefusedOnly
          ? { answers: '', without: without === BESIDE_REQUESTS ? '' : without }
          : { answers: REFUSED.join(','), without: BESIDE_REQUESTS },
      ),
    [isRefusedOnly, without, choose],
  )
  const chosen = ANSWERS.filter(answer => answers.has(answer))
  const isAny = answers.size > 0
  return {
    picks,
    picked: isAny ? chosen.reduce((sum, answer) => sum + counts[answer], 0) : undefined,
    onlyText: isAny
      ? t('live.only_answers', { answers: chosen.map(answer => t(`axis.marks.${answer}`)).join(t('axis.between')) })
      : undefined,
    pickAll: () => choose({ answers: '', without: '' }),
    onRefused,
    isRefusedOnly,
  }
}
