import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '../../data/answers.ts'
import { useHref } from '../../routing/use-place.ts'
import { useShown } from '../../routing/use-present.ts'
import { ExchangeStatus } from '../status-badge.tsx'
import classes from './axis.module.css'
import { STACKED } from './column-shape.ts'
import { type Box, seenStatus, type Target } from './layout.ts'
import { MarkList } from './mark-list.tsx'
import type { RequestMark } from './marks.ts'
import { subjectOfTarget } from './subject-of-target.ts'

interface Props {
  requests: Extract<Target, { kind: 'requests' }>
  box: Box
  width: number
  onOpen: (target: Target) => void
  onClose: () => void
}

/** From the worst to the best: what was refused is what one opens the list for. */
const FROM_WORST = [...STACKED].reverse()

/** The lists of Requests can tell these apart from all others. */
function searchOf(marks: readonly RequestMark[]): URLSearchParams | undefined {
  const [first] = marks
  if (first === undefined) return undefined
  const times = marks.map(({ at }) => at)
  const instant = (at: number) => new Date(at).toISOString()
  // An interval ends before its second instant.
  const within = `${instant(Math.min(...times))}/${instant(Math.max(...times) + 1)}`
  const search = new URLSearchParams({ within })
  const status = seenStatus(first)
  if (status !== undefined && marks.every(mark => seenStatus(mark) === status)) search.set('status', String(status))
  const { tenant } = first.value
  if (tenant !== null && marks.every(({ value }) => value.tenant === tenant)) search.set('tenant', tenant)
  if (marks.some(({ value }) => value.origin !== 'client')) search.set('own', '1')
  return search
}

/** The requests that share a column on the axis, with the answer of each: the refused ones first. */
export function RequestList({ requests, ...props }: Props) {
  const { t } = useTranslation()
  const shown = useShown()
  const href = useHref()
  const [only, setOnly] = useState<Answer>()
  const { marks } = requests
  const byAnswer = useMemo(() => Map.groupBy(marks, ({ answer }) => answer), [marks])
  const answers = FROM_WORST.filter(answer => byAnswer.has(answer))
  const listed = useMemo(
    () => FROM_WORST.flatMap(answer => (only === undefined || only === answer ? (byAnswer.get(answer) ?? []) : [])),
    [byAnswer, only],
  )
  // Of those with one answer, the list of Requests may have to be told more than it can be.
  const search = only === undefined ? searchOf(marks) : undefined
  const foremost = subjectOfTarget(requests)?.id
  return (
    <MarkList
      {...props}
      title={t('axis.requests_many', { count: marks.length })}
      marks={listed}
      first={listed.slice(0, 100).find(({ value }) => value.request_id === foremost)}
      atOf={({ at }) => at}
      isExact
      render={({ value }) => (
        <>
          <span className="dim">#{value.seq}</span>
          <span>{shown(`${value.method} ${value.path}`)}</span>
          <ExchangeStatus {...value} look="plain" />
          <span className="dim">{value.tenant}</span>
        </>
      )}
      all={
        search && (
          <a className="link" href={`${href('requests')}?${search}`}>
            {t('axis.requests_all', { count: marks.length })}
          </a>
        )
      }
      onOpen={mark => props.onOpen({ kind: 'requests', key: mark.key, marks: [mark] })}
    >
      {answers.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: no form is sent, so this is no fieldset
        <div role="group" className={classes.answers} aria-label={t('axis.by_answer')}>
          {answers.map(answer => (
            <button
              key={answer}
              type="button"
              aria-pressed={answer === only}
              onClick={() => setOnly(answer === only ? undefined : answer)}
            >
              {t(`axis.marks.${answer}`)}
              <span>{byAnswer.get(answer)?.length.toLocaleString('en')}</span>
            </button>
          ))}
        </div>
      )}
    </MarkList>
  )
}
