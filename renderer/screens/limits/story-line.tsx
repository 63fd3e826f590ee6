import { useQuery } from '@tanstack/react-query'
import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { HEADERS } from '../../../server/contract/headers.ts'
import type { ExchangeDetailView } from '../../../server/control/protocol/journal.ts'
import type { LimitsView } from '../../../server/control/protocol/limits.ts'
import { HttpStatus } from '../../components/status-badge.tsx'
import { Time } from '../../components/time.tsx'
import { control, worldPath } from '../../data/client.ts'
import { keys } from '../../data/keys.ts'
import { isUsedUp } from '../../data/limit-window.ts'
import { durationText } from '../../data/time-text.ts'
import { useEmulatedNow, useWorldId } from '../../data/world.tsx'
import { useHref } from '../../routing/use-place.ts'
import classes from './send-one.module.css'
import { type Entry, gapBetween, headerOf, isRefusingWith, type Story } from './story.ts'

type Answered = Extract<Entry, { kind: 'answer' }>

/** What a client that is refused by the quota goes by, and what any other does: in one line. */
const OF_QUOTA = [HEADERS.retryAfter, HEADERS.quotaUsed, HEADERS.quotaLimit, HEADERS.rateType]
const OF_RATE = [HEADERS.retryAfter, HEADERS.rateRemaining, HEADERS.rateLimit, HEADERS.rateReset]

/** `#59`, as a way to it: no change of the world gives it another number. */
function NumberOf({ request }: { request: string }) {
  const world = useWorldId()
  const href = useHref()
  const { data } = useQuery({
    queryKey: keys.area(world, 'object', 'number-of-request', request),
    queryFn: ({ signal }) => control<ExchangeDetailView>('GET', worldPath(world, 'requests', request), { signal }),
    select: ({ seq }) => seq,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data === undefined) return null
  return <Link className="link" href={href('requests', request)}>{`#${data}`}</Link>
}

interface LineProps {
  story: Story
  over: ReturnType<typeof useOver>
}

/** What was answered one after another, with the number of each request, and what lies between: a move of the clock, or what was set. Its end is in view. */
export function StoryLine({ story: { entries, leftOut }, over }: LineProps) {
  const { t } = useTranslation()
  const line = useRef<HTMLDivElement>(null)
  const answers = entries.filter(entry => entry.kind === 'answer')
  const newest = answers.at(-1)
  const last = entries.at(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new stands at its end
  useLayoutEffect(() => {
    const toEnd = () => line.current?.scrollTo({ left: line.current.scrollWidth })
    toEnd()
    // The number of a request comes later.
    const watch = new ResizeObserver(toEnd)
    if (line.current?.firstElementChild) watch.observe(line.current.firstElementChild)
    return () => watch.disconnect()
  }, [last?.id])
  return (
    <div className={classes.told} ref={line}>
      <ol className={classes.story} aria-label={t('limits.story')}>
        {leftOut > 0 && <li className="dim">{t('limits.story_left_out', { count: leftOut })}</li>}
        {entries.map(entry => {
          if (entry.kind === 'set')
            return (
              <li key={entry.id} className="dim">
                {entry.text}
              </li>
            )
          const before = answers[answers.indexOf(entry) - 1]
          const gap = before && gapBetween(before.at, entry.at)
          return (
            <Fragment key={entry.id}>
              {gap && (
                <li className="dim">{'midnight' in gap ? t('limits.story_midnight') : `+${durationText(gap.wait)}`}</li>
              )}
              <li>
                <HttpStatus
                  status={entry.answer.status}
                  code={entry === newest ? entry.code : null}
                  look={entry === newest && over === undefined ? 'soft' : 'plain'}
                />
                {entry.answer.request_id !== null && <NumberOf request={entry.answer.request_id} />}
                {entry === newest && <About newest={entry} />}
              </li>
            </Fragment>
          )
        })}
      </ol>
      {over !== undefined && <strong>{t(over === 'passed' ? 'limits.wait_over' : 'limits.before_change')}</strong>}
    </div>
  )
}

/**
 * Whether what an answer was told to wait for has passed since, or whether its limit has room again before that: it has been seen to refuse
 * since, so that this is no figure which is only on its way.
 */
export function useOver(newest: Answered | undefined, limits: LimitsView): 'passed' | 'changed' | undefined {
  const now = useEmulatedNow()
  const [refusedSince, setRefusedSince] = useState<number>()
  if (newest === undefined) return undefined
  const refuses = isRefusingWith(newest.code, limits)
  if (refuses && refusedSince !== newest.id) setRefusedSince(newest.id)
  const wait = waitOf(newest)
  if (wait !== undefined && now !== undefined && now >= newest.at + wait) return 'passed'
  return refuses === false && refusedSince === newest.id ? 'changed' : undefined
}

/** How long the answer tells the client to wait, in milliseconds. */
function waitOf({ answer }: Answered): number | undefined {
  const seconds = Number(headerOf(answer, HEADERS.retryAfter) ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds * 1_000
}

interface NewestProps {
  newest: Answered
  over: ReturnType<typeof useOver>
}

/** Why the newest was answered so, and when. */
function About({ newest: { answer, at } }: Pick<NewestProps, 'newest'>) {
  const { t } = useTranslation()
  const href = useHref()
  return (
    <>
      {answer.request_id !== null && (
        <Link className="link" href={href('requests', answer.request_id)}>
          {t('limits.why')}
        </Link>
      )}
      {!Number.isNaN(at) && (
        <span className="dim">
          {t('limits.answered_at')} <Time at={at} />
        </span>
      )}
    </>
  )
}

/** The headers of limits of the newest answer, as the client got them. */
export function Headers({ newest, over, limits }: NewestProps & { limits: LimitsView }) {
  const { t } = useTranslation()
  const { answer, code } = newest
  const wait = waitOf(newest)
  return (
    <p className={classes.newest}>
      {(code === 'quota_exceeded' ? OF_QUOTA : OF_RATE).map(name => {
        const value = headerOf(answer, name)
        if (value === undefined) return null
        return (
          <span key={name} className={over === undefined ? undefined : 'dim'}>
            <code>{`${name}: ${value}`}</code>
            {name === HEADERS.retryAfter && wait !== undefined && ` (${durationText(wait)})`}
          </span>
        )
      })}
      {code === 'rate_limit_exceeded' && isUsedUp(limits.day) && over === undefined && (
        <span>{t('limits.rate_first')}</span>
      )}
    </p>
  )
}
